import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import type { LeadAsk } from '../../domain/lead.ts';
import { LeadButton } from '../../domain/lead-button.tsx';
import { policiesOf } from '../../domain/use-site.ts';
import { subjectOf } from '../../i18n/site.ts';

type Claim = SiteRecord['cifras'][number];

const services = {
  corporate: { id: 'empresas', place: 'empresas', ask: { kind: 'empresa', organisation: 'company' } },
  consulting: { id: 'consultoria', place: 'consultoria', ask: { kind: 'consultoria', organisation: 'company' } },
} as const satisfies Record<string, { id: string; place: Claim['lugar']; ask: Omit<LeadAsk, 'subject'> }>;

/** What the school does for companies: training (A15) and consulting with the answer time of its policy (A16). */
export function Companies({ site }: { site: Pick<SiteRecord, 'cifras' | 'politicas'> }) {
  const { t } = useTranslation('site');
  return (
    <section className="section" aria-labelledby="companias">
      <div className="wrap stack">
        <div className="section-head">
          <h2 id="companias">{t('companies.heading')}</h2>
        </div>
        <div className="companies-grid">
          <Service which="corporate" site={site} />
          <Service which="consulting" site={site} />
        </div>
      </div>
    </section>
  );
}

function Service({ which, site }: { which: keyof typeof services; site: Pick<SiteRecord, 'cifras' | 'politicas'> }) {
  const { t } = useTranslation('site');
  const { id, place, ask } = services[which];
  const [promise] = which === 'consulting' ? policiesOf(site, 'respuestaConsultoria') : [];
  const claims = site.cifras.filter(({ lugar }) => lugar === place);
  return (
    <article className="service" id={id} aria-labelledby={`${id}-titulo`}>
      <h3 id={`${id}-titulo`}>{t(`${which}.heading`)}</h3>
      <p className="muted">{t(`${which}.lead`)}</p>
      <ul className="service-parts">
        {t(`${which}.parts`, { returnObjects: true }).map((part) => (
          <li key={part.title}>
            <strong>{part.title}</strong> <span className="muted">{part.text}</span>
          </li>
        ))}
      </ul>
      {claims.length > 0 ? (
        <ul className="service-figures" lang="es">
          {claims.map((claim) => (
            <li key={claim.id}>
              <strong className="display">{claim.cifra}</strong> {claim.rotulo}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="service-foot">
        <LeadButton
          ask={{ ...ask, subject: subjectOf(which) }}
          title={t(`${which}.askTitle`)}
          lead={t(`${which}.askText`)}
          className="btn soft large"
        >
          {t(`${which}.ask`)}
        </LeadButton>
        {promise ? (
          <p lang={promise.idioma} className="muted">
            {promise.texto}
          </p>
        ) : null}
      </div>
    </article>
  );
}
