import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CampaignRecord } from '../../../../backend/api/contract/site.ts';
import { CodeButton } from '../../domain/code-button.tsx';
import { LeadButton } from '../../domain/lead-button.tsx';
import { subjectOf } from '../../i18n/site.ts';
import { grouped } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useFlash } from '../../ui/use-flash.ts';

/** Grants for organisations, with the campaign's live counter (A13, A14). */
export function Grants({ campaign }: { campaign: CampaignRecord | null }) {
  const { t } = useTranslation('site');
  const user = useMaybeSession();
  return (
    <section className="section scholarships" id="becas-corporativas" aria-labelledby="becas-titulo">
      <div className="wrap scholarships-grid">
        <div className="stack">
          <h2 id="becas-titulo">{t('grants.heading')}</h2>
          <p>{t('grants.lead')}</p>
          {campaign ? null : <p className="muted">{t('grants.none')}</p>}
          <div className="row">
            <LeadButton
              ask={{
                kind: 'beca',
                subject: subjectOf('grants'),
                organisation: 'organisation',
                ...(campaign && { campaign: campaign.id }),
              }}
              title={t('grants.askTitle')}
              lead={t('grants.askText')}
              className="btn soft"
            >
              {t('grants.ask')}
            </LeadButton>
            {user ? null : (
              <Link className="btn alt" to={paths.register({ campaign: 'becas' })}>
                {t('grants.register')}
              </Link>
            )}
            <CodeButton>{t('grants.code')}</CodeButton>
          </div>
        </div>
        {campaign ? <Counter campaign={campaign} /> : null}
      </div>
    </section>
  );
}

function Counter({ campaign: { nombre, otorgadas, tope } }: { campaign: CampaignRecord }) {
  const { t } = useTranslation('site');
  const flash = useFlash<HTMLParagraphElement>(otorgadas);
  const granted = grouped(otorgadas);
  const cap = grouped(tope);
  return (
    <div className="scholarships-counter card">
      <p lang="es" className="muted">
        {nombre}
      </p>
      <p className="display scholarships-count" ref={flash} data-granted={otorgadas}>
        {otorgadas > 0 ? t('grants.of', { granted, cap, count: tope }) : cap}
      </p>
      <p>{t(otorgadas > 0 ? 'grants.counter' : 'grants.ready')}</p>
      {otorgadas > 0 ? (
        <meter min={0} max={tope} value={otorgadas} aria-label={t('grants.meter', { granted, cap, count: tope })}>
          {t('grants.meter', { granted, cap, count: tope })}
        </meter>
      ) : null}
    </div>
  );
}
