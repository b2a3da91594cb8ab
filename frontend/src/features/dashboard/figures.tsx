import { useTranslation } from 'react-i18next';
import type { Panel } from '../../../../backend/api/contract/records/learning.ts';
import type { Enrolment } from '../../domain/learning.ts';
import { formatMinutes, formatNumber, formatPercent } from '../../lib/format.ts';
import { StatCard } from '../../ui/stat-card.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { Evidence } from './evidence.tsx';

/** The four figures; each is followed live, and shows what it is made of. */
export function Figures({ stats, courses }: { stats: Panel['estadisticas'] | undefined; courses: readonly Enrolment[] | undefined }) {
  const { t } = useTranslation('dashboard');
  const rows = (value: (course: Enrolment) => string, keep: (course: Enrolment) => boolean = () => true) =>
    (courses ?? []).filter(keep).map((course) => ({ id: course.id_curso, name: course.curso.nombre, value: value(course) }));
  return (
    <section aria-label={t('stats.label')} className="figure-grid dashboard-figures">
      <StatCard
        label={t('stats.active')}
        value={stats && formatNumber(stats.cursosActivos)}
        definition={t('stats.activeDefinition')}
        tone="azul"
      >
        <Evidence
          title={t('stats.active')}
          rows={rows(
            (course) => `${formatPercent(course.progreso)}`,
            (course) => course.estado !== 'completado',
          )}
          facts="cursos"
        />
      </StatCard>
      <StatCard
        label={t('stats.classes')}
        value={stats && formatNumber(stats.sesionesCompletadas)}
        definition={t('stats.classesDefinition')}
      >
        <Evidence
          title={t('stats.classes')}
          rows={rows((course) => `${course.sesionesCompletadas} / ${course.totalSesiones}`)}
          facts="clases"
        />
      </StatCard>
      <StatCard
        label={t('stats.time')}
        value={stats && formatMinutes(stats.tiempoEstudiado)}
        definition={t('stats.timeDefinition')}
        tone="cempasuchil"
      >
        <Evidence title={t('stats.time')} rows={rows((course) => formatMinutes(course.tiempoEstudiado))} facts="tiempo" />
      </StatCard>
      <StatCard
        label={t('stats.completed')}
        value={stats && formatNumber(stats.cursosCompletados)}
        definition={t('stats.completedDefinition')}
        tone="bugambilia"
      >
        {stats && stats.cursosActivos > 0 ? <p className="muted">{t('stats.stillActive', { count: stats.cursosActivos })}</p> : null}
        {stats && stats.cursosInscritos > 0 ? (
          <Thread size="small" stations={stationsOf(stats.cursosCompletados, stats.cursosInscritos)} />
        ) : null}
        <Evidence title={t('stats.completed')} rows={[]} facts="cursos" />
      </StatCard>
    </section>
  );
}
