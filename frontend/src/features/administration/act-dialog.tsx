import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Course } from '../../domain/course.ts';
import { RestoreCourse } from '../../domain/restore-course/restore-course.tsx';
import { officePaths } from '../../lib/office-paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { checklist } from './course-list.ts';
import type { CourseActs } from './use-course-acts.ts';

export interface Act {
  kind: 'publish' | 'unpublish' | 'archive' | 'restore';
  course: Course;
}

/** Where in the editor a missing field is completed. */
const places: Partial<Record<ReturnType<typeof checklist>[number]['key'], string>> = {
  noClasses: '#temario',
  noDescription: '?campo=curso.descripcion',
  noImage: '#info-portada',
  noPrice: '?campo=curso.precio',
};

interface Props {
  act: Act | null;
  onClose: () => void;
  acts: CourseActs;
  onVideos: (course: Course) => void;
}

/** Confirms publishing, unpublishing, archiving or restoring of a course: names the course and who is affected, and takes the reason. Videos without captions or transcript are published only with a reason. */
export function ActDialog({ act, onClose, acts, onVideos }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const { user_role } = useSessionUser();
  const last = useRef(act);
  if (act) last.current = act;
  const shown = last.current;
  if (!shown) return null;
  const { kind, course } = shown;
  const open = act !== null;
  const reason = { of: `curso.${course.id}.${kind}` };
  if (kind === 'archive')
    return (
      <Confirm
        open={open}
        onClose={onClose}
        danger
        title={t('courses.archiveTitle', { course: course.nombre })}
        confirmLabel={t('courses.archive')}
        reason={reason}
        onConfirm={(motivo) => acts.archive(course, motivo)}
      >
        <div className="stack">
          <p>
            <strong>{t('courses.archiveConfirm')}</strong>
          </p>
          <p>{t('courses.archiveText')}</p>
          <p>
            {t('courses.archiveAffects', { count: course.students })}{' '}
            {t('courses.archiveContent', {
              modules: t('common:course.modules', { count: course.totalModulos }),
              classes: t('common:course.classes', { count: course.totalSesiones }),
              resources: t('courses.resourceCount', { count: course.totalRecursos }),
            })}
          </p>
        </div>
      </Confirm>
    );
  if (kind === 'restore')
    return <RestoreCourse course={course} open={open} onClose={onClose} onRestore={(motivo) => acts.restore(course, motivo)} />;
  const publishing = kind === 'publish';
  const silent = publishing && course.videosSinTexto > 0;
  const checks = publishing ? checklist(course) : [];
  const prevented = checks.some(({ blocks }) => blocks);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t(publishing ? 'courses.publishTitle' : 'courses.unpublishTitle', { course: course.nombre })}
      confirmLabel={t(publishing ? 'courses.publish' : 'courses.unpublish')}
      // What is missing is said in the list, and leads to its place.
      blocked={prevented}
      reason={prevented ? undefined : silent ? { ...reason, label: t('courses.reasonSilent'), required: true } : reason}
      onConfirm={(motivo) => acts.publish(course, publishing ? 1 : 0, motivo)}
    >
      <div className="stack">
        {prevented ? null : <p>{t(publishing ? 'courses.publishText' : 'courses.unpublishText')}</p>}
        {publishing ? (
          <ul className="list-preview" aria-label={t('courses.check.title')}>
            {checks.map(({ key, good, blocks }) => (
              <li key={key} data-right={good} data-prevents={blocks || undefined}>
                <span aria-hidden="true">{good ? '✓' : blocks ? '✕' : '!'}</span>
                {good || !places[key] ? (
                  t(`courses.check.${key}`, { count: course.videosSinTexto })
                ) : (
                  <Link to={`${officePaths.editCourse(course.id, user_role)}${places[key]}`}>
                    {t(`courses.check.${key}`, { count: course.videosSinTexto })}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        ) : course.students > 0 ? (
          <p>{t('courses.unpublishAffects', { count: course.students })}</p>
        ) : null}
        {silent ? (
          <p>
            <button type="button" className="link" onClick={() => onVideos(course)}>
              {t('courses.seeVideos')}
            </button>
          </p>
        ) : null}
      </div>
    </Confirm>
  );
}
