import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BundleRecord } from '../../../../backend/api/contract/bundles.ts';
import { openedAction } from '../../domain/course.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { useCourses } from '../../domain/use-courses.ts';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import { paths } from '../../lib/paths.ts';

/** The way into a path: its first course that is not completed. A visitor signs in first, and comes back here. */
export function PathStart({ slug, courses }: { slug: string; courses: BundleRecord['cursos'] }) {
  const { t } = useTranslation('bundles');
  const { user, enrolmentOf, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const all = useCourses();
  const open = courses.filter(({ slug: page }) => page !== null);
  const next = open.find(({ id }) => enrolmentOf(id)?.estado !== 'completado');
  const course = all.data?.find(({ id }) => id === next?.id);
  if (open.length === 0) return null;
  if (!user)
    return (
      <>
        <p>
          <Link className="btn large wide" to={paths.login(paths.bundle(slug))}>
            {t('start')}
          </Link>
        </p>
        <p className="muted">{t('startHint')}</p>
      </>
    );
  if (!next) return <p role="status">{t('finished')}</p>;
  if (!course) return null;
  return (
    <>
      <p className="muted">
        {t('next')} <span lang="es">{course.nombre}</span>
      </p>
      <p>
        <CourseAction
          course={course}
          action={openedAction(actionOf(course))}
          busy={busy === course.id}
          onStart={() => void enrol(course)}
          className="large wide"
        />
      </p>
    </>
  );
}
