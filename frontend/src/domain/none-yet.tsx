import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Empty } from '../ui/empty.tsx';

/** A list of a learner's own that has nothing yet: it fills in their courses, where this leads. */
export function NoneYet({ title, action, children }: { title: string; action: string; children: React.ReactNode }) {
  return (
    <Empty
      title={title}
      action={
        <Link className="btn" to={paths.myCourses}>
          {action}
        </Link>
      }
    >
      {children}
    </Empty>
  );
}
