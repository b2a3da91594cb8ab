import { useTranslation } from 'react-i18next';
import type { Course } from '../../lib/course.ts';
import { grouped } from '../../lib/figures.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { useFlash } from '../../ui/use-flash.ts';

const figures = ['courses', 'classes', 'items'] as const;
type Figure = (typeof figures)[number];

const totals = (courses: readonly Course[]): Record<Figure, number> => ({
  courses: courses.length,
  classes: courses.reduce((sum, course) => sum + course.totalSesiones, 0),
  items: courses.reduce((sum, course) => sum + course.totalRecursos, 0),
});

/** The school in three figures, counted from the real courses, along one line (A05). */
export function Resources({ courses, at, failed }: { courses: readonly Course[] | undefined; at: number | null; failed: boolean }) {
  const { t } = useTranslation('landing');
  const counted = courses ? totals(courses) : undefined;
  return (
    <section className="recursos" aria-labelledby="recursos">
      <div className="wrap">
        <div className="recursos-cabeza">
          <h2 id="recursos">{t('resources.heading')}</h2>
          <p className="muted">{t('resources.lead')}</p>
        </div>
        <dl className="recursos-linea">
          {figures.map((figure) => (
            <FigureOf key={figure} figure={figure} value={counted?.[figure]} />
          ))}
        </dl>
        <p className="muted recursos-frescura">{failed && !courses ? t('resources.failed') : <Freshness at={at} />}</p>
      </div>
    </section>
  );
}

function FigureOf({ figure, value }: { figure: Figure; value: number | undefined }) {
  const { t } = useTranslation('landing');
  const flash = useFlash<HTMLElement>(value);
  return (
    <div data-cifra={figure}>
      <dt title={t(`resources.definition.${figure}`)}>{t(`resources.${figure}`)}</dt>
      <dd className="mono" ref={flash}>
        {value === undefined ? <span className="recursos-espera">·</span> : grouped(value)}
      </dd>
    </div>
  );
}
