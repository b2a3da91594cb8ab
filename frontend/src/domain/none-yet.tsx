import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Empty } from '../ui/empty.tsx';

/** The empty state of a learner's own list. It fills while they take courses, so it links to those. */
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
