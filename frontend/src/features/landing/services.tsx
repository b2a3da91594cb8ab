import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Claims } from '../../domain/claims.tsx';
import type { LeadAsk } from '../../domain/lead.ts';
import { LeadButton } from '../../domain/lead-button.tsx';
import { policiesOf } from '../../domain/use-site.ts';
import { subjectOf } from '../../i18n/site.ts';

const kinds = {
  corporate: { id: 'empresas', place: 'empresas', ask: { kind: 'empresa', organisation: 'company' } },
  consulting: { id: 'consultoria', place: 'consultoria', ask: { kind: 'consultoria', organisation: 'company' } },
} as const satisfies Record<string, { id: string; place: SiteRecord['cifras'][number]['lugar']; ask: Omit<LeadAsk, 'subject'> }>;

/** Services for companies: training (A15), or consulting with the answer time of its policy (A16). */
export function Service({ which, site }: { which: keyof typeof kinds; site: Pick<SiteRecord, 'cifras' | 'politicas'> }) {
  const { t } = useTranslation('site');
  const { id, place, ask } = kinds[which];
  const [promise] = which === 'consulting' ? policiesOf(site, 'respuestaConsultoria') : [];
  return (
    <section className="section service" id={id} aria-labelledby={`${id}-titulo`}>
      <div className="wrap stack">
        <div className="section-head">
          <div>
            <h2 id={`${id}-titulo`}>{t(`${which}.heading`)}</h2>
            <p className="muted">{t(`${which}.lead`)}</p>
          </div>
        </div>
        <ol className="service-parts">
          {t(`${which}.parts`, { returnObjects: true }).map((part) => (
            <li key={part.title}>
              <h3>{part.title}</h3>
              <p className="muted">{part.text}</p>
            </li>
          ))}
        </ol>
        <Claims claims={site.cifras.filter(({ lugar }) => lugar === place)} />
        <div className="row service-foot">
          <LeadButton
            ask={{ ...ask, subject: subjectOf(which) }}
            title={t(`${which}.askTitle`)}
            lead={t(`${which}.askText`)}
            className="btn large"
          >
            {t(`${which}.ask`)}
          </LeadButton>
          {promise ? (
            <p lang="es" className="muted">
              {promise.texto}
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}
