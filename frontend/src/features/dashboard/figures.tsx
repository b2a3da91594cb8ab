import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Panel } from '../../../../backend/api/contract/records/learning.ts';
import { Age } from '../../domain/age.tsx';
import type { Enrolment } from '../../domain/learning.ts';
import { formatMinutes, formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import type { Behind, FactsOf } from './facts-dialog.tsx';

const FactsDialog = lazyPart(() => import('./facts-dialog.tsx').then((module) => module.FactsDialog));
const figures = ['active', 'classes', 'time', 'completed'] as const;
type Name = (typeof figures)[number];
const factsOf: Record<Name, FactsOf> = { active: 'cursos', classes: 'clases', time: 'tiempo', completed: 'cursos' };

/** The four figures; each is followed live, and opens what it is made of. */
export function Figures({ stats, courses }: { stats: Panel['estadisticas'] | undefined; courses: readonly Enrolment[] | undefined }) {
  const { t } = useTranslation('dashboard');
  const [asked, setAsked] = useState<Name>();
  const [open, setOpen] = useState(false);
  const behind = (name: Name) => ({
    name: t('facts.openOf', { figure: t(`stats.${name}`) }),
    onOpen: () => {
      setAsked(name);
      setOpen(true);
    },
  });
  const shares: Record<Name, (course: Enrolment) => string | null> = {
    active: (course) => (course.estado === 'completado' ? null : formatPercent(course.progreso)),
    classes: (course) => t('stats.classesOf', { done: course.sesionesCompletadas, all: course.totalSesiones }),
    time: (course) => formatMinutes(course.tiempoEstudiado),
    completed: () => null,
  };
  const partsOf = (name: Name): Behind => ({
    of: factsOf[name],
    figure: t(`stats.${name}`),
    shares: (courses ?? []).flatMap((course) => {
      const value = shares[name](course);
      return value === null ? [] : [{ id: course.id_curso, name: course.curso.nombre, value }];
    }),
  });
  return (
    <>
      <StatGrid label={t('stats.label')} fresh={<Age of="panel" />}>
        <StatCard
          label={t('stats.active')}
          value={stats && formatNumber(stats.cursosActivos)}
          definition={t('stats.activeDefinition')}
          behind={behind('active')}
          tone="blue"
        />
        <StatCard
          label={t('stats.classes')}
          value={stats && formatNumber(stats.sesionesCompletadas)}
          definition={t('stats.classesDefinition')}
          behind={behind('classes')}
        />
        <StatCard
          label={t('stats.time')}
          value={stats && formatMinutes(stats.tiempoEstudiado)}
          definition={t('stats.timeDefinition')}
          behind={behind('time')}
          tone="cempasuchil"
        />
        <StatCard
          label={t('stats.completed')}
          value={stats && formatNumber(stats.cursosCompletados)}
          definition={t('stats.completedDefinition')}
          behind={behind('completed')}
          tone="bougainvillea"
        >
          {stats && stats.cursosActivos > 0 ? <p className="muted">{t('stats.stillActive', { count: stats.cursosActivos })}</p> : null}
          {stats && stats.cursosInscritos > 1 ? (
            <Thread size="small" stations={stationsOf(stats.cursosCompletados, stats.cursosInscritos)} />
          ) : null}
        </StatCard>
      </StatGrid>
      {asked ? (
        <Suspense fallback={null}>
          <FactsDialog {...partsOf(asked)} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
