import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Enrolment, resumePath } from '../../domain/learning.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFlash } from '../../ui/stat-card.tsx';
import { Bead, stationsOf, Thread } from '../../ui/thread.tsx';
import './texts.ts';

type OwnBundle = AnswerOf<'ownBundles'>['paquetes'][number];

/** The progress over all courses of each bundle that one has: classes completed of all their classes, from the courses themselves. */
export function OwnBundles({ bundles, enrolments }: { bundles: readonly OwnBundle[]; enrolments: readonly Enrolment[] }) {
  const { t } = useTranslation('myCourses');
  if (bundles.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="mis-paquetes">
      <h2 id="mis-paquetes">{t('bundles.title')}</h2>
      <ul className="own-bundles">
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            <OneBundle bundle={bundle} enrolments={enrolments} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneBundle({ bundle: { titulo, slug, cursos }, enrolments }: { bundle: OwnBundle; enrolments: readonly Enrolment[] }) {
  const { t } = useTranslation('myCourses');
  const rows = cursos.map((course) => {
    const enrolment = enrolments.find(({ id_curso }) => id_curso === course.id);
    const total = enrolment?.totalSesiones ?? course.clases;
    return { course, enrolment, total, done: Math.min(total, enrolment?.sesionesCompletadas ?? 0) };
  });
  const classes = rows.reduce((sum, { total }) => sum + total, 0);
  const done = rows.reduce((sum, row) => sum + row.done, 0);
  const finished = rows.filter(({ enrolment }) => enrolment?.estado === 'completado').length;
  const next = rows.findIndex(({ enrolment }) => enrolment?.estado !== 'completado');
  const percent = classes === 0 ? 0 : Math.floor((done * 100) / classes);
  const flash = useFlash<HTMLElement>(done);
  return (
    <article ref={flash} className="card stack">
      <h3 lang="es">{slug === null ? titulo : <Link to={paths.bundle(slug)}>{titulo}</Link>}</h3>
      <Thread stations={stationsOf(done, classes)} label={t('bundles.progress', { bundle: titulo, percent })} />
      <p className="muted">
        <span className="num">{formatPercent(percent)}</span> · {t('bundles.courses', { done: finished, count: cursos.length })}
      </p>
      <ol className="own-bundle-courses">
        {rows.map(({ course, enrolment }, index) => (
          <li key={course.id}>
            <Bead station={enrolment?.estado === 'completado' ? 'done' : index === next ? 'now' : 'todo'} />
            {enrolment || course.slug !== null ? (
              <Link lang="es" to={enrolment ? resumePath(enrolment) : paths.coursePage(course.slug ?? '')}>
                {course.nombre}
              </Link>
            ) : (
              <span lang="es">{course.nombre}</span>
            )}
            {enrolment ? <span className="num muted">{formatPercent(enrolment.progreso)}</span> : null}
          </li>
        ))}
      </ol>
    </article>
  );
}
