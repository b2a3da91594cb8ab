import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedCampaign, ScholarshipCodeRecord } from '../../../../backend/api/contract/scholarships.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { Announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';
import { Codes } from './codes.tsx';
import { CampaignDialog, CodeDialog } from './dialogs.tsx';
import { Grants } from './grants.tsx';
import './scholarships.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

/** Campaigns with their live counters, the codes of organisations, and the redeemed scholarships. */
export function Component() {
  const { t } = useTranslation('scholarships');
  const { get, put } = useAddress();
  const leadId = get('contacto')?.slice(0, 40) ?? null;
  const query = api.useListCampaignsQuery();
  const { data } = query;
  const status = useReadStatus('listCampaigns');
  useHashTarget(Boolean(data));
  const [opening, setOpening] = useState(false);
  const [making, setMaking] = useState<ManagedCampaign | null>(null);
  const [closing, setClosing] = useState<ManagedCampaign | null>(null);
  const [code, setCode] = useState<ScholarshipCodeRecord | null>(null);
  const [close] = api.useCloseCampaignMutation();
  const { save } = useSave();
  const grants = useRef<HTMLHeadingElement>(null);
  const current = data?.find(({ abierta }) => abierta);

  // Reached from a contact who asked for scholarships: prepares their code in the open campaign.
  const prepared = useRef(false);
  useEffect(() => {
    if (prepared.current || leadId === null || !current) return;
    prepared.current = true;
    setMaking(current);
  }, [leadId, current]);
  const doneMaking = () => {
    setMaking(null);
    if (leadId !== null) put({ contacto: null });
  };

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      fresh={<Freshness at={status?.at} />}
      actions={
        // While a campaign is open, what comes next is a code of it.
        <button data-writes type="button" className={current ? 'btn alt' : 'btn'} onClick={() => setOpening(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('open')}
        </button>
      }
    >
      {data ? (
        data.length === 0 ? (
          <Empty title={t('none')}>{t('noneHint')}</Empty>
        ) : (
          <>
            <Announce>
              {current
                ? t('counter', { granted: formatNumber(current.otorgadas), cap: formatNumber(current.tope), count: current.tope })
                : ''}
            </Announce>
            <section className="scholarships-campaigns" aria-label={t('campaigns')}>
              {data.map((campaign) => (
                <Campaign key={campaign.id} campaign={campaign} onMake={() => setMaking(campaign)} onClose={() => setClosing(campaign)} />
              ))}
            </section>
            <section className="stack" aria-labelledby="becas-codigos">
              <h2 id="becas-codigos">{t('codes')}</h2>
              <Codes
                onGrants={(chosen) => {
                  setCode(chosen);
                  put({ 'becas.pagina': null });
                  grants.current?.focus();
                }}
              />
            </section>
            <section className="stack" aria-labelledby="becas-otorgadas">
              <div className="row">
                <h2 id="becas-otorgadas" ref={grants} tabIndex={-1}>
                  {code ? t('grantedOf', { organisation: code.organizacion ?? t('nameless') }) : t('granted')}
                </h2>
                {code ? (
                  <button
                    type="button"
                    className="link"
                    onClick={() => {
                      setCode(null);
                      put({ 'becas.pagina': null });
                    }}
                  >
                    {t('allGrants')}
                  </button>
                ) : null}
              </div>
              <Grants codeId={code?.id ?? null} />
            </section>
          </>
        )
      ) : (
        <QueryState of={query} failed={t('failed')} rows={8} />
      )}
      {opening ? <CampaignDialog onClose={() => setOpening(false)} /> : null}
      {making ? <CodeDialog campaign={making} leadId={leadId} onClose={doneMaking} /> : null}
      <Confirm
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={t('closeTitle')}
        confirmLabel={t('close')}
        danger
        reason={{ of: `campana.${closing?.id}` }}
        onConfirm={async (motivo) => {
          if (!closing) return;
          const { id } = closing;
          await save(() => close({ campanaId: id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('closed') });
        }}
      >
        <p>{closing ? t('closeText', { name: closing.nombre }) : ''}</p>
      </Confirm>
    </Page>
  );
}

function Campaign({ campaign, onMake, onClose }: { campaign: ManagedCampaign; onMake: () => void; onClose: () => void }) {
  const { t } = useTranslation('scholarships');
  const flash = useFlash<HTMLElement>(campaign.otorgadas);
  const { nombre, tope, otorgadas, repartidas, abierta, creada } = campaign;
  return (
    <article ref={flash} className="card scholarships-campaign" aria-label={nombre}>
      <p className="row">
        <strong>{nombre}</strong>
        <StatusTag tone={abierta ? 'ok' : 'neutral'}>{t(abierta ? 'state.open' : 'state.closed')}</StatusTag>
      </p>
      <p className="scholarships-granted">{t('counter', { granted: formatNumber(otorgadas), cap: formatNumber(tope), count: tope })}</p>
      <Meter label={t('counterName', { name: nombre })} value={otorgadas} max={tope} />
      <p className="muted">
        {t('allotted', { allotted: formatNumber(repartidas), left: formatNumber(tope - repartidas) })} ·{' '}
        <Moment at={creada}>{t('openedAt', { when: formatRelative(creada) })}</Moment>
      </p>
      <div className="row">
        {abierta ? (
          <>
            <button data-writes type="button" className="btn" aria-label={t('makeOf', { name: nombre })} onClick={onMake}>
              {t('make')}
            </button>
            <button data-writes type="button" className="btn alt" aria-label={t('closeOf', { name: nombre })} onClick={onClose}>
              {t('close')}
            </button>
          </>
        ) : null}
        <HistoryButton of={{ of: 'campaign', campaignId: campaign.id }} name={nombre} />
      </div>
    </article>
  );
}
