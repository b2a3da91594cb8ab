import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { courseStates } from '../../../../backend/api/contract/choices.ts';
import type { Course } from '../../domain/course.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import type { Act } from './act-dialog.tsx';
import { Price, State, Teacher } from './course-facts.tsx';
import { stateOf } from './course-list.ts';
import { CourseMenu } from './course-menu.tsx';
import type { useCourseActs } from './use-course-acts.ts';
import './texts.ts';

const doing = {
  publish: 'publishing',
  unpublish: 'unpublishing',
  archive: 'archiving',
  restore: 'restoring',
  feature: 'saving',
  unfeature: 'saving',
  duplicate: 'duplicating',
} as const;

/** The columns of the list of courses, and the actions on each. */
export function useCourseColumns({
  acts,
  brokenIn,
  onAsk,
  onDetails,
  onResources,
  onVideos,
}: {
  acts: ReturnType<typeof useCourseActs>;
  /** The number of dead links in the course. */
  brokenIn: (course: Course) => number;
  onAsk: (act: Act) => void;
  onDetails: (course: Course) => void;
  onResources: (course: Course) => void;
  onVideos: (course: Course) => void;
}): readonly Column<Course>[] {
  const { t } = useTranslation(['admin', 'common']);
  return [
    {
      id: 'course',
      label: t('courses.columns.course'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: (course) => (
        <Name course={course} broken={brokenIn(course)} onResources={() => onResources(course)} onVideos={() => onVideos(course)} />
      ),
    },
    {
      id: 'instructor',
      label: t('courses.columns.instructor'),
      className: 'table-name',
      sort: ({ instructor }) => instructor,
      cell: (course) => <Teacher course={course} />,
    },
    {
      id: 'status',
      label: t('courses.columns.status'),
      sort: (course) => -courseStates.indexOf(stateOf(course)),
      cell: (course) => {
        const pending = acts.pending.get(course.id);
        return pending ? <StatusTag tone="now">{t(`courses.${doing[pending]}`)}</StatusTag> : <State course={course} />;
      },
    },
    {
      id: 'content',
      label: t('courses.columns.content'),
      cell: (course) => (
        <>
          <span>
            <span className="unbroken">{t('common:course.modules', { count: course.totalModulos })} ·</span>{' '}
            <span className="unbroken">{t('common:course.classes', { count: course.totalSesiones })}</span>
          </span>
          {stateOf(course) === 'borrador' && !course.duracion ? (
            <span className="muted table-note">{t('courses.durationUnset', { example: t('courses.durationExample') })}</span>
          ) : null}
        </>
      ),
    },
    {
      id: 'students',
      label: t('courses.columns.students'),
      numeric: true,
      sort: ({ students }) => students,
      cell: ({ students }) => formatNumber(students),
    },
    {
      id: 'price',
      label: t('courses.columns.price'),
      numeric: true,
      className: 'course-price',
      cell: (course) => <Price course={course} />,
    },
    {
      id: 'updated',
      label: t('courses.columns.updated'),
      sort: ({ actualizado }) => Date.parse(actualizado),
      cell: ({ actualizado }) => <Moment at={actualizado}>{formatRelative(actualizado)}</Moment>,
    },
    {
      id: 'actions',
      label: t('courses.columns.actions'),
      acts: true,
      cell: (course) => (
        <CourseMenu
          course={course}
          state={stateOf(course)}
          busy={acts.pending.has(course.id)}
          onAct={(kind) => {
            if (kind === 'feature' || kind === 'unfeature') return void acts.feature(course, kind === 'feature');
            onAsk({ kind, course });
          }}
          onDetails={() => onDetails(course)}
          onResources={() => onResources(course)}
          onVideos={() => onVideos(course)}
          onDuplicate={() => void acts.duplicate(course)}
          onDownload={(what) => void acts.download(course, what)}
        />
      ),
    },
  ];
}

interface NameProps {
  course: Course;
  /** Dead links. */
  broken: number;
  onResources: () => void;
  onVideos: () => void;
}
/** The course's title and its problems. */
function Name({ course, broken, onResources, onVideos }: NameProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { t: common } = useTranslation();
  return (
    <>
      <Link lang="es" to={paths.course(course.id)}>
        {course.nombre}
      </Link>
      <span className="muted table-note">
        {common(`course.tier.${course.tipo}`)} · <span lang="es">{course.categoria}</span>
        {course.destacado ? ` · ${t('courses.featured')}` : null}
      </span>
      {broken > 0 ? (
        <button
          type="button"
          className="link table-notice"
          aria-label={t('courses.brokenOf', { count: broken, course: course.nombre })}
          onClick={onResources}
        >
          <StatusTag tone="error">{t('courses.broken', { count: broken })}</StatusTag>
        </button>
      ) : null}
      {course.videosSinTexto > 0 && !course.archivado ? (
        <button
          type="button"
          className="link table-notice"
          aria-label={t('courses.silentOf', { count: course.videosSinTexto, course: course.nombre })}
          onClick={onVideos}
        >
          <StatusTag tone="empty">{t('courses.silent', { count: course.videosSinTexto })}</StatusTag>
        </button>
      ) : null}
    </>
  );
}
