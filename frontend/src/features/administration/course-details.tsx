import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import type { Course } from '../../domain/course.ts';
import { formatLongDate, formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Price, State, Teacher } from './course-facts.tsx';

/** What is known of a course, read without leaving the list. */
export function CourseDetails({ course, onClose }: { course: Course; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { user_role } = useSessionUser();
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t('courses.columns.status'), <State key="state" course={course} />],
    [t('courses.columns.instructor'), <Teacher key="teacher" course={course} />],
    [t('create.type'), t(`common:course.tier.${course.tipo}`)],
    [t('create.level'), t(`common:track.${course.level}`)],
    [t('courses.details.difficulty'), t(`common:level.${course.dificultad}`)],
    [t('courses.details.duration'), course.duracion ?? t('courses.durationMissing', { example: t('courses.durationExample') })],
    [t('courses.columns.price'), <Price key="price" course={course} />],
    [
      t('create.providerPrice'),
      course.stripe_price_id ? <code key="provider">{course.stripe_price_id}</code> : t('courses.details.providerNone'),
    ],
    [t('courses.columns.students'), formatNumber(course.students)],
    [
      t('courses.details.created'),
      <Moment key="created" at={course.created_at}>
        {formatLongDate(course.created_at)}
      </Moment>,
    ],
    [
      t('courses.columns.updated'),
      <Moment key="updated" at={course.actualizado}>
        {formatRelative(course.actualizado)}
      </Moment>,
    ],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      side="right"
      title={course.nombre}
      titleLang="es"
      footer={
        <>
          <Link className="btn alt" to={paths.course(course.id)}>
            {t('courses.view')}
          </Link>
          <Link className="btn" to={officePaths.editCourse(course.id, user_role)}>
            {t('courses.edit')}
          </Link>
        </>
      }
    >
      <div className="stack">
        <p lang="es" className="course-text">
          {course.descripcion}
        </p>
        <dl className="course-details">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3>{t('courses.details.modules')}</h3>
        <Modules courseId={course.id} />
      </div>
    </Dialog>
  );
}

function Modules({ courseId }: { courseId: number }) {
  const { t } = useTranslation(['admin', 'common']);
  const query = api.useGetOutlineQuery(courseId);
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('courses.details.modulesFailed')} inline rows={3} />;
  if (data.modulos.length === 0) return <p className="muted">{t('common:course.noModules')}</p>;
  return (
    <ol className="course-modules">
      {data.modulos.map(({ id_modulo, nombre, totalSesiones }) => (
        <li key={id_modulo}>
          <span lang="es">{nombre}</span> <span className="muted">{t('common:course.classes', { count: totalSesiones })}</span>
        </li>
      ))}
    </ol>
  );
}
