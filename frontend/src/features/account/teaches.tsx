import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PublicProfile } from '../../../../backend/api/contract/account.ts';
import { CourseImage } from '../../domain/route-art.tsx';
import { paths } from '../../lib/paths.ts';
import './texts.ts';

/** The courses that a person teaches, on their page. */
export function Teaches({ courses }: { courses: PublicProfile['imparte'] }) {
  const { t } = useTranslation('account');
  return (
    <section aria-labelledby="imparte">
      <h2 id="imparte">{t('public.teaches')}</h2>
      <ul className="account-teaches">
        {courses.map((course) => (
          <li key={course.id}>
            <Link to={paths.coursePage(course.slug)} lang="es">
              <CourseImage course={course} />
              {course.nombre}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
