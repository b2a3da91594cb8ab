import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { type Course, priceOf } from '../../lib/course.ts';
import { paths } from '../../lib/paths.ts';
import { policiesOf } from '../../lib/use-site.ts';
import { LeadButton } from '../../ui/lead-button.tsx';
import { CourseImage } from '../../ui/route-art.tsx';

/** Buying one course: what it costs, once, and how one gets the money back. */
export function BuyCourse({ courseId, courses, site }: { courseId: number; courses: readonly Course[]; site: SiteRecord }) {
  const { t } = useTranslation('site');
  const course = courses.find(({ id }) => id === courseId);
  if (!course)
    return (
      <p className="card" role="alert">
        {t('pricing.courseFailed')} <Link to={paths.catalogue()}>{t('pricing.explore')}</Link>
      </p>
    );
  const price = priceOf(course);
  const title = t('pricing.buyTitle', { course: course.nombre });
  return (
    <section className="card compra" aria-labelledby="compra">
      <div className="compra-imagen">
        <CourseImage course={course} />
      </div>
      <div className="stack">
        <h2 id="compra">
          <Link lang="es" to={paths.coursePage(course.slug)}>
            {course.nombre}
          </Link>
        </h2>
        {price.kind === 'priced' ? (
          <>
            <p className="plan-precio">
              <strong>{price.text}</strong> <span className="muted">{t('pricing.single')}</span>
            </p>
            <p className="muted">
              {t('pricing.buyLead')}{' '}
              <span lang="es">
                {policiesOf(site, 'reembolso')
                  .map(({ texto }) => texto)
                  .join(' ')}
              </span>
            </p>
            <div>
              <LeadButton
                ask={{ kind: 'curso', subject: course.nombre, courseId: course.id, campaign: 'compra' }}
                title={title}
                lead={t('pricing.buyText')}
              >
                {t('pricing.buy')}
              </LeadButton>
            </div>
          </>
        ) : (
          <p className="muted">{t('pricing.notForSale')}</p>
        )}
      </div>
    </section>
  );
}
