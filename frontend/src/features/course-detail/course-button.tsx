import { type Course, openedAction } from '../../lib/course.ts';
import { useEntitlements } from '../../lib/use-entitlements.ts';
import { CourseAction } from '../../ui/course-action.tsx';
import { useEnrol } from '../../ui/use-enrol.ts';

/** The course's button with what the person has, followed live. */
export function CourseButton({ course }: { course: Course }) {
  const { user, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  return (
    <CourseAction
      course={course}
      action={openedAction(actionOf(course))}
      busy={busy === course.id}
      onStart={() => void enrol(course)}
      className="grande ancho"
    />
  );
}
