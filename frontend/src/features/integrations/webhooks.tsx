import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatExact, formatRelative } from '../../lib/dates.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Menu, type MenuAct } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { CheckFilter, Filters } from '../../ui/table/filters.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Deliveries } from './deliveries.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import './integrations.css';
import './texts.ts';

const tones: Readonly<Record<WebhookRecord['estado'], Tone>> = {
  activo: 'ok',
  detenido: 'neutral',
  'sin-respuesta': 'urgent',
  'dado-de-baja': 'error',
};
const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
/** It stopped by itself; one that somebody stopped is meant to stand. */
const hasStopped = ({ estado }: WebhookRecord): boolean => estado === 'sin-respuesta' || estado === 'dado-de-baja';
type Asked = 'edit' | 'rotate' | 'replay' | 'pause' | 'remove';
type Outcome = AnswerOf<'testWebhook'>;
const EXAMPLE = 'webhook-signature: v1,\n  base64(hmac-sha256(secreto, id + "." + timestamp + "." + cuerpo))';

/** Where the school tells other programs what happens. */
export function Webhooks() {
  const { t } = useTranslation('integrations');
  const { get, put } = useAddress();
  // Delivery attempts are not events, so no topic reports them: they are polled.
  const list = api.useListWebhooksQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const all = list.data?.webhooks;
  const only = get('detenidos') === '1';
  const rows = only ? all?.filter(hasStopped) : all;
  const [test] = api.useTestWebhookMutation();
  const [pause] = api.usePauseWebhookMutation();
  const [resume] = api.useResumeWebhookMutation();
  const [remove] = api.useRemoveWebhookMutation();
  const [rotate] = api.useRotateWebhookSecretMutation();
  const { save, act, busy } = useSave();
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ what: Asked; hook: WebhookRecord } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const opened = all?.find(({ id }) => id === get('webhook'));
  const close = () => setAsked(null);

  const tryOut = (hook: WebhookRecord) =>
    act(() => test(hook.id).unwrap(), {
      after: (found) => {
        if (found.llego) notify.success(t('hooks.tested', { status: found.estado, ms: found.milisegundos }));
        else setOutcome(found);
      },
    });
  const actsOf = (hook: WebhookRecord): MenuAct[] =>
    (
      [
        {
          id: 'test',
          label: t('hooks.test'),
          icon: <IconSend {...drawn} />,
          onAct: () => void tryOut(hook),
          disabled: busy || !list.data?.envia,
        },
        { id: 'edit', label: t('hooks.edit'), icon: <IconPencil {...drawn} />, onAct: () => setAsked({ what: 'edit', hook }) },
        { id: 'rotate', label: t('hooks.rotate'), icon: <IconRefresh {...drawn} />, onAct: () => setAsked({ what: 'rotate', hook }) },
        hook.estado === 'activo'
          ? { id: 'pause', label: t('hooks.pause'), icon: <IconPlayerPause {...drawn} />, onAct: () => setAsked({ what: 'pause', hook }) }
          : {
              id: 'resume',
              label: t('hooks.resume'),
              icon: <IconPlayerPlay {...drawn} />,
              onAct: () => void act(() => resume({ webhook: hook.id, body: {} }).unwrap(), { done: t('hooks.resumed') }),
              disabled: busy,
            },
        ...(hook.estado === 'activo'
          ? [{ id: 'replay', label: t('hooks.replay'), icon: <IconSend {...drawn} />, onAct: () => setAsked({ what: 'replay', hook }) }]
          : []),
        { id: 'remove', label: t('hooks.remove'), icon: <IconTrash {...drawn} />, onAct: () => setAsked({ what: 'remove', hook }) },
      ] satisfies MenuAct[]
    ).map((act) => ({ ...act, writes: true }));
  const columns: readonly Column<WebhookRecord>[] = [
    {
      id: 'webhook',
      label: t('hooks.columns.name'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: ({ nombre, estado, servidor, formato, anterior_hasta }) => (
        <>
          {nombre}{' '}
          <StatusTag tone={tones[estado]} title={t(`hooks.stateHint.${estado}`)}>
            {t(`hooks.state.${estado}`)}
          </StatusTag>
          <span className="mono table-note">{formato === 'xapi' ? t('hooks.lrs', { host: servidor }) : servidor}</span>
          {anterior_hasta ? <span className="muted table-note">{t('hooks.overlap', { when: formatExact(anterior_hasta) })}</span> : null}
        </>
      ),
    },
    {
      id: 'avisos',
      label: t('hooks.columns.types'),
      cell: ({ tipos }) => (tipos === null ? t('hooks.all') : t('hooks.types', { count: tipos.length })),
    },
    {
      id: 'ultimo',
      label: t('hooks.columns.last'),
      sort: ({ ultimo }) => ultimo?.fecha ?? null,
      cell: ({ ultimo }) =>
        ultimo ? (
          <Moment at={ultimo.fecha}>
            {t(ultimo.llego ? 'hooks.arrived' : 'hooks.notArrived', { when: formatRelative(ultimo.fecha) })}
          </Moment>
        ) : (
          t('hooks.noneYet')
        ),
    },
    {
      id: 'esperando',
      label: t('hooks.columns.waiting'),
      sort: ({ esperando }) => esperando,
      cell: ({ esperando }) => esperando,
    },
    {
      id: 'acciones',
      label: t('hooks.columns.acts'),
      acts: true,
      cell: (hook) => (
        <span className="hook-acts">
          <button
            type="button"
            className="btn alt"
            aria-haspopup="dialog"
            aria-label={t('hooks.deliveriesOf', { name: hook.nombre })}
            onClick={() => put({ webhook: hook.id }, true)}
          >
            {t('hooks.deliveries')}
          </button>
          <Menu label={t('hooks.actsOf', { name: hook.nombre })} button={<IconDots size={20} aria-hidden="true" />} acts={actsOf(hook)} />
        </span>
      ),
    },
  ];
  return (
    <section className="stack" aria-label={t('hooks.title')}>
      <div className="integrations-head">
        <p className="muted">{t('hooks.lead')}</p>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('hooks.new')}
        </button>
      </div>
      {list.data && !list.data.envia ? <p className="integrations-off">{t('hooks.off')}</p> : null}
      {only || all?.some(hasStopped) ? (
        <Filters label={t('hooks.title')}>
          <CheckFilter name="detenidos" label={t('hooks.onlyStopped')} />
        </Filters>
      ) : null}
      <DataTable
        caption={t('hooks.title')}
        name="webhooks"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        query={list}
        failed={t('hooks.failed')}
        empty={only ? <Empty title={t('hooks.noneStopped')} /> : <Empty title={t('hooks.none')}>{t('hooks.noneHint')}</Empty>}
        isOpen={({ id }) => id === opened?.id}
        bones={3}
      />
      {opened ? <Deliveries hook={opened} onClose={() => put({ webhook: null, seccion: 'webhooks' })} /> : null}
      {making ? <WebhookDialog hook={null} onShow={setSecret} onClose={() => setMaking(false)} /> : null}
      {asked?.what === 'edit' ? <WebhookDialog hook={asked.hook} onShow={setSecret} onClose={close} /> : null}
      {asked?.what === 'replay' ? <ReplayDialog hook={asked.hook} onClose={close} /> : null}
      {asked?.what === 'rotate' ? (
        <RotateDialog
          name={asked.hook.nombre}
          text={t('hooks.rotateText')}
          rotate={async (body) => (await rotate({ webhook: asked.hook.id, body }).unwrap()).secreto}
          onShow={setSecret}
          onClose={close}
        />
      ) : null}
      {secret === null ? null : (
        <ShownOnce
          shown={{ title: t('hooks.shownTitle'), text: t('hooks.shownText'), secret, use: t('hooks.shownUse'), example: EXAMPLE }}
          onClose={() => setSecret(null)}
        />
      )}
      {outcome ? <Undelivered outcome={outcome} onClose={() => setOutcome(null)} /> : null}
      <Confirm
        open={asked?.what === 'pause'}
        onClose={close}
        title={t('hooks.pauseTitle', { name: asked?.hook.nombre ?? '' })}
        confirmLabel={t('hooks.pause')}
        reason={{ of: `webhook.${asked?.hook.id}.detener` }}
        onConfirm={(motivo) =>
          asked && save(() => pause({ webhook: asked.hook.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('hooks.paused') })
        }
      >
        <p>{t('hooks.pauseText')}</p>
      </Confirm>
      <Confirm
        open={asked?.what === 'remove'}
        onClose={close}
        title={t('hooks.removeTitle', { name: asked?.hook.nombre ?? '' })}
        confirmLabel={t('hooks.remove')}
        danger
        reason={{ of: `webhook.${asked?.hook.id}.quitar` }}
        onConfirm={(motivo) =>
          asked && save(() => remove({ webhook: asked.hook.id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('hooks.removed') })
        }
      >
        <p>{t('hooks.removeText')}</p>
      </Confirm>
    </section>
  );
}

function Undelivered({ outcome: { estado, falla, respuesta }, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  return (
    <Dialog open onClose={onClose} title={t('hooks.testTitle')}>
      <div className="stack">
        <p>{falla ? t(`hooks.fault.${falla}`) : t('hooks.status', { status: estado })}</p>
        {respuesta ? (
          <>
            <p className="muted">{t('hooks.answer')}</p>
            <pre className="mono integrations-example" translate="no">
              {respuesta}
            </pre>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
