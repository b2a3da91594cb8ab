import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { AssignedCourses } from './assigned-courses.tsx';
import './texts.ts';

/** In the details of a person: their courses, and a link to the page where courses are given. */
export function PersonCourses({ person }: { person: Pick<PersonRow, 'id' | 'name'> }) {
  const { t } = useTranslation('assignments');
  return (
    <div className="stack">
      <AssignedCourses person={person} />
      <p className="row">
        <Link className="btn alt" to={officePaths.userCourses(person.id)}>
          {t('add')}
        </Link>
      </p>
    </div>
  );
}
