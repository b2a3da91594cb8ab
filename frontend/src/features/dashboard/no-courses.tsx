import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { facetValues } from '../../../../backend/api/contract/facets.ts';
import { api } from '../../api/api.ts';
import { priceOf } from '../../domain/course.ts';
import { Level } from '../../domain/level.tsx';
import { CourseImage } from '../../domain/route-art.tsx';
import { paths } from '../../lib/paths.ts';
import { Empty } from '../../ui/empty.tsx';

/** For a learner without courses: suggests a free course of the first level. The way to all courses stands in the welcome above. */
export function NoCourses() {
  const { t } = useTranslation('dashboard');
  const { data } = api.useListCoursesQuery({});
  const levels: readonly string[] = facetValues.dificultad;
  const [first] = (data ?? [])
    .filter((course) => course.tipo === 'Básico' && priceOf(course).kind === 'free')
    .sort((a, b) => levels.indexOf(a.dificultad) - levels.indexOf(b.dificultad) || a.id - b.id);
  return (
    <section className="card empty-pair">
      <Empty title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </Empty>
      {first ? (
        <Link className="suggestion" to={paths.course(first.id)}>
          <CourseImage course={first} className="suggestion-image" />
          <span className="suggestion-text">
            <span className="muted">{t('empty.suggest')}</span>
            <strong lang="es">{first.nombre}</strong>
            <span>
              <Level value={first.dificultad} />
            </span>
          </span>
        </Link>
      ) : null}
    </section>
  );
}
