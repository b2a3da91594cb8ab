import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CodeButton } from '../../domain/code-button.tsx';
import { type Course, openedAction } from '../../domain/course.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import { paths } from '../../lib/paths.ts';

/** The course's button for this person, followed live; a course that is not free can also be opened with a scholarship code. */
export function CourseButton({ course }: { course: Course }) {
  const { t } = useTranslation('catalog');
  const { user, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const action = openedAction(actionOf(course));
  return (
    <>
      <CourseAction course={course} action={action} busy={busy === course.id} onStart={() => void enrol(course)} className="large wide" />
      {action.kind === 'locked' || action.kind === 'buy' ? (
        <CodeButton className="link" courseId={course.id}>
          {t('course.code')}
        </CodeButton>
      ) : null}
      {course.precio && action.kind !== 'preview' ? (
        <Link className="link" to={paths.checkout(course.id, true)}>
          {t('course.gift')}
        </Link>
      ) : null}
    </>
  );
}
