import './texts.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { ManagedWebinar } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { LivePremiumTag, LiveSeats, LiveStateTag, LiveWhen, stateNow } from '../../domain/live-event/live-event.tsx';
import { requestOf } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { command } from '../../live/live.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';
import { CountsDialog } from './counts-dialog.tsx';
import { EventFigures } from './event-figures.tsx';
import { EventForm } from './event-form.tsx';
import { EventPanel } from './event-panel.tsx';
import { RecordingDialog } from './recording-dialog.tsx';
import './event-office.css';

const views = ['proximos', 'pasados'] as const;
type Doing = { does: 'edit' | 'cancel' | 'reinstate' | 'record' | 'count'; event: ManagedWebinar } | { does: 'create' };

/** Live events for those who plan them: administrators see all, instructors those that they host. The chosen view is in the address. */
export function Component() {
  const { t } = useTranslation('eventOffice');
  const { get, put } = useAddress();
  const isAdmin = useSessionUser().user_role === role.admin;
  // In the administration area an administrator sees one instructor’s events, or all.
  const ofSchool = useLocation().pathname.startsWith('/admin');
  const instructors = api.useInstructorsQuery(undefined, { skip: !isAdmin });
  const asked = Number(get('instructor'));
  const host = isAdmin && Number.isInteger(asked) && asked > 0 ? asked : null;
  const view = views.find((one) => one === get('vista')) ?? 'proximos';
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  return (
    <Page
      title={t('title')}
      lead={t(ofSchool ? 'lead' : 'leadOwn')}
      actions={
        <button data-writes type="button" className="btn" onClick={() => setDoing({ does: 'create' })}>
          <IconPlus size={18} aria-hidden="true" />
          {t('create')}
        </button>
      }
    >
      <EventFigures host={host} />
      {isAdmin ? (
        <Filters label={t('filters')}>
          <ChoiceFilter
            name="instructor"
            label={t('host')}
            all={t('anyHost')}
            choices={(instructors.data?.data ?? []).map(({ id, fullName }) => ({ value: String(id), label: fullName || `#${id}` }))}
          />
        </Filters>
      ) : null}
      <Tabs
        label={t('views')}
        value={view}
        tabs={views.map((id) => ({ id, label: t(`view.${id}`) }))}
        onChange={(vista) => put({ vista: vista === 'proximos' ? null : vista, pagina: null })}
      >
        <List key={view} view={view} host={host} byHost={isAdmin} onDo={setDoing} />
      </Tabs>
      {doing?.does === 'create' ? <EventForm event={null} onClose={close} /> : null}
      {doing?.does === 'edit' ? <EventForm event={doing.event} onClose={close} /> : null}
      {doing?.does === 'record' ? <RecordingDialog event={doing.event} onClose={close} /> : null}
      {doing?.does === 'count' ? <CountsDialog event={doing.event} onClose={close} /> : null}
      <Cancelling event={doing?.does === 'cancel' ? doing.event : null} onClose={close} />
      <Reinstating event={doing?.does === 'reinstate' ? doing.event : null} onClose={close} />
    </Page>
  );
}

function List({
  view,
  host,
  byHost,
  onDo,
}: {
  view: (typeof views)[number];
  host: number | null;
  byHost: boolean;
  onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation(['eventOffice', 'liveEvent']);
  const { get, put } = useAddress();
  const now = useNow();
  const cursor = usePageCursor();
  const list = api.useManagedWebinarsQuery({
    ...{ vista: view, limit: 25 },
    ...(host !== null && { id_instructor: host }),
    ...(cursor && { cursor }),
  });
  const shown = list.data?.eventos.find(({ id }) => String(id) === get('evento'));
  const actsOf = (event: ManagedWebinar): RowAct[] => {
    const state = stateNow(event, now);
    const edit = { id: 'editar', label: t('edit'), name: t('editOf', { name: event.titulo }), writes: true };
    return [
      ...(state === 'cancelled' ? [] : [{ ...edit, onAct: () => onDo({ does: 'edit', event }) }]),
      ...(state === 'upcoming' || state === 'ongoing'
        ? [{ id: 'cancelar', label: t('cancel'), onAct: () => onDo({ does: 'cancel', event }), writes: true }]
        : []),
      ...(state === 'cancelled' && now < Date.parse(event.inicio)
        ? [{ id: 'reanudar', label: t('reinstate'), onAct: () => onDo({ does: 'reinstate', event }), writes: true }]
        : []),
      ...(state === 'ongoing' || state === 'completed'
        ? [{ id: 'grabacion', label: t('recording'), onAct: () => onDo({ does: 'record', event }), writes: true }]
        : []),
      ...(state === 'cancelled'
        ? []
        : [{ id: 'clase', label: t('counts.act'), onAct: () => onDo({ does: 'count', event }), writes: true }]),
      {
        id: 'exportar',
        label: t('export'),
        onAct: () =>
          void download(requestOf(calls.exportWebinarSeats, event.id), 'text/csv', `evento-${event.id}-inscritos.csv`).catch(() =>
            notify.error(t('exportFailed')),
          ),
      },
    ];
  };
  const columns: readonly Column<ManagedWebinar>[] = [
    {
      id: 'evento',
      label: t('columns.event'),
      head: true,
      cell: (event) => (
        <>
          <button type="button" className="link" lang="es" aria-haspopup="dialog" onClick={() => put({ evento: String(event.id) }, true)}>
            {event.titulo}
          </button>{' '}
          <LiveStateTag state={stateNow(event, now)} among={view === 'pasados' ? 'completed' : 'upcoming'} /> <LivePremiumTag {...event} />
          <span className="muted table-note">{t(`liveEvent:kind.${event.tipo}`)}</span>
          {event.choques.length > 0 ? <StatusTag tone="urgent">{t('clash', { count: event.choques.length })}</StatusTag> : null}
        </>
      ),
    },
    { id: 'cuando', label: t('columns.when'), cell: (event) => <LiveWhen {...event} /> },
    ...(byHost
      ? [
          {
            id: 'imparte',
            label: t('columns.host'),
            className: 'table-name',
            cell: (event: ManagedWebinar) => <span lang="es">{event.instructor}</span>,
          },
        ]
      : []),
    { id: 'lugares', label: t('columns.seats'), cell: (event) => <LiveSeats {...event} /> },
    ...(view === 'pasados'
      ? [{ id: 'asistieron', label: t('columns.came'), numeric: true, cell: (event: ManagedWebinar) => formatNumber(event.asistentes) }]
      : []),
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (event) => <RowActs label={t('moreOf', { name: event.titulo })} acts={actsOf(event)} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t(`view.${view}`)}
        columns={columns}
        rows={list.data?.eventos}
        next={list.data?.siguiente ?? null}
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('failed')}
        flash={({ inscritos, en_espera, asistentes, estado }) => `${inscritos} ${en_espera} ${asistentes} ${estado}`}
        empty={<Empty title={t(`none.${view}`)}>{t(`noneText.${view}`)}</Empty>}
        bones={5}
      />
      {shown ? <EventPanel event={shown} onClose={() => put({ evento: null, 'lugares.pagina': null, 'espera.pagina': null })} /> : null}
    </>
  );
}

/** Asks for the reason, which those registered read; the notice offers to take it back. */
function Cancelling({ event, onClose }: { event: ManagedWebinar | null; onClose: () => void }) {
  const { t } = useTranslation('eventOffice');
  const [cancel] = api.useCancelWebinarMutation();
  const [reinstate] = api.useReinstateWebinarMutation();
  const { save, act } = useSave();
  return (
    <Confirm
      open={event !== null}
      onClose={onClose}
      title={t('cancelTitle')}
      confirmLabel={t('cancel')}
      danger
      reason={{ label: t('cancelReason'), required: true, of: `evento.${event?.id}` }}
      onConfirm={async (motivo) => {
        if (!event) return;
        const { id: webinarId, version: ifMatch } = event;
        await save(() => cancel({ webinarId, body: command({ motivo }, { ifMatch }) }).unwrap(), {
          done: t('cancelled'),
          offer: {
            action: {
              label: t('keep'),
              onClick: () =>
                void act(() => reinstate({ webinarId, body: { motivo: t('undoReason') } }).unwrap(), { done: t('reinstated') }),
            },
          },
        });
      }}
    >
      <p>{event ? t('cancelText', { name: event.titulo, count: event.inscritos + event.en_espera }) : ''}</p>
    </Confirm>
  );
}

/** Asks for the reason, which stands in the history. */
function Reinstating({ event, onClose }: { event: ManagedWebinar | null; onClose: () => void }) {
  const { t } = useTranslation('eventOffice');
  const [reinstate] = api.useReinstateWebinarMutation();
  const { save } = useSave();
  return (
    <Confirm
      open={event !== null}
      onClose={onClose}
      title={t('reinstateTitle')}
      confirmLabel={t('reinstate')}
      reason={{ required: true, of: `evento.${event?.id}.sigue` }}
      onConfirm={async (motivo) => {
        if (!event) return;
        const { id: webinarId, version: ifMatch } = event;
        await save(() => reinstate({ webinarId, body: command({ motivo }, { ifMatch }) }).unwrap(), { done: t('reinstated') });
      }}
    >
      <p>{event ? t('reinstateText', { name: event.titulo }) : ''}</p>
    </Confirm>
  );
}
