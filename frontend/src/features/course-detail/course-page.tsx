import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { idOfSlug } from '../../../../backend/api/contract/slug.ts';
import { paths } from '../../lib/paths.ts';
import { Empty } from '../../ui/empty.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { CourseButton } from './course-button.tsx';
import { CourseContent } from './course-content.tsx';
import { useCourse } from './use-course.ts';

/** The page of a course. The number at the end of the address identifies it; an address with an old title redirects to the present one. */
export function Component() {
  const { t } = useTranslation('catalog');
  const { slug = '' } = useParams();
  const id = idOfSlug(slug);
  const outline = useCourse(id);
  const crumb = <Link to={paths.catalogue()}>{t('course.breadcrumb')}</Link>;
  if (id === null || (outline.error && toFailure(outline.error).code === 'COURSE_NOT_FOUND'))
    return (
      <Page title={t('course.notFound')} breadcrumb={crumb}>
        <Empty
          title={t('course.notFound')}
          action={
            <Link className="btn" to={paths.catalogue()}>
              {t('course.toCatalogue')}
            </Link>
          }
        >
          {t('course.notFoundHint')}
        </Empty>
      </Page>
    );
  if (!outline.data)
    return (
      <Page title={t('title')} breadcrumb={crumb} quiet>
        <QueryState of={outline} failed={t('course.loadFailed')}>
          <div className="stack">
            <Bone height={44} width="60%" radius={8} />
            <Bone height={220} radius={14} />
            <Bone height={320} radius={14} />
          </div>
        </QueryState>
      </Page>
    );
  const course = outline.data.curso;
  if (course.slug !== slug) return <Navigate to={paths.coursePage(course.slug)} replace />;
  return (
    <Page title={course.nombre} heading={<span lang="es">{course.nombre}</span>} breadcrumb={crumb}>
      <CourseContent outline={outline.data} action={<CourseButton course={course} />} page />
    </Page>
  );
}
