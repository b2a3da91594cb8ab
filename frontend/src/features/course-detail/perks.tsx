import { useTranslation } from 'react-i18next';
import type { Course } from '../../domain/course.ts';
import { policiesOf, useSite } from '../../domain/use-site.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';

/** What comes with a course: the school's policies that concern it, in their own words. */
export function Perks({ course }: { course: Pick<Course, 'tipo' | 'precio'> }) {
  const { t } = useTranslation('catalog');
  const site = useSite();
  const premium = course.tipo === 'Premium';
  const paid = premium || (course.precio ?? 0) > 0;
  const codes = ['acceso', ...(premium ? ['respuestaPremium'] : []), ...(paid ? ['reembolso'] : [])];
  const perks = policiesOf(site.data, ...codes);
  if (site.data && perks.length === 0) return null;
  return (
    <section aria-labelledby="curso-incluye">
      <h2 id="curso-incluye">{t('course.perks')}</h2>
      {site.data ? (
        <ul className="detail-benefits">
          {perks.map((policy) => (
            <li key={policy.id}>
              <strong lang={policy.idioma}>{policy.titulo}</strong>
              <span lang={policy.idioma} className="muted">
                {policy.texto}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <QueryState of={site} failed={t('course.perksFailed')} inline>
          <div className="stack">
            <Bone height={52} radius={8} />
            <Bone height={52} radius={8} />
          </div>
        </QueryState>
      )}
    </section>
  );
}
