import './texts.ts';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../domain/use-site.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import './policies.css';

/** The school's policies with their versions, and the terms of use. Each has an address of its own: `/politicas#reembolso`. */
export function Component() {
  const { t, i18n } = useTranslation(['site', 'terms']);
  const site = useSite();
  const policies = site.data?.politicas;
  useHashTarget(Boolean(policies ?? site.error));
  return (
    <Page title={t('site:policies.title')} lead={t('site:policies.lead')} width="narrow">
      {policies && policies.length > 0 ? (
        <>
          <nav className="policies-index" aria-label={t('site:policies.index')}>
            <ul>
              {policies.map(({ id, clave, titulo, idioma }) => (
                <li key={id}>
                  <a lang={idioma} href={`#${clave}`}>
                    {titulo}
                  </a>
                </li>
              ))}
              <li>
                <a href="#terminos">{t('site:policies.terms')}</a>
              </li>
            </ul>
          </nav>
          {i18n.language === 'es-MX' ? null : (
            <p className="muted">
              {t('terms:binds')} {policies.some(({ idioma }) => idioma === 'es') ? t('terms:untranslated') : null}
            </p>
          )}
          {policies.map(({ id, clave, titulo, texto, idioma }) => (
            <section key={id} id={clave} className="policy" aria-labelledby={`politica-${id}`}>
              <h2 lang={idioma} id={`politica-${id}`}>
                {titulo}
              </h2>
              <p lang={idioma} className="policy-text">
                {texto}
              </p>
            </section>
          ))}
        </>
      ) : policies ? (
        <Empty title={t('site:policies.empty')} />
      ) : (
        <QueryState of={site} failed={t('site:policies.failed')}>
          <div className="stack">
            <Bone height={120} radius={14} />
            <Bone height={120} radius={14} />
            <Bone height={120} radius={14} />
          </div>
        </QueryState>
      )}
      {/* After the policies, and not before: it would be pushed down by them. */}
      {policies || site.error ? (
        <section id="terminos" className="policy" aria-labelledby="politica-terminos">
          <h2 id="politica-terminos">{t('site:policies.terms')}</h2>
          {t('terms:parts', { returnObjects: true }).map((part) => (
            <div key={part.title}>
              <h3>{part.title}</h3>
              <p>{part.text}</p>
            </div>
          ))}
        </section>
      ) : null}
    </Page>
  );
}
