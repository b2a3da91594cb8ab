import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedWebinar, WebinarSeat } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { LivePremiumTag, LiveSeats, LiveStateTag, LiveWhen, stateNow, usePlace } from '../../domain/live-event/live-event.tsx';
import { formatRelative } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';
import './event-office.css';

const parts = ['data', 'seats', 'waiting', 'history'] as const;
type Part = (typeof parts)[number];

/** One live event for those who manage it: its data, who has a seat, who waits, and its history. */
export function EventPanel({ event, onClose }: { event: ManagedWebinar; onClose: () => void }) {
  const { t } = useTranslation('eventOffice');
  const [part, setPart] = useState<Part>('data');
  const counts: Partial<Record<Part, number>> = { seats: event.inscritos, waiting: event.en_espera };
  return (
    <Dialog open onClose={onClose} side="right" title={event.titulo} titleLang="es">
      <Tabs
        label={t('tabsLabel')}
        value={part}
        tabs={parts.map((id) => ({ id, label: t(`tabs.${id}`), count: counts[id] }))}
        onChange={setPart}
      >
        {part === 'data' ? <Data event={event} /> : null}
        {part === 'seats' ? <Seats key="seats" event={event} estado="inscrito" /> : null}
        {part === 'waiting' ? <Seats key="waiting" event={event} estado="espera" /> : null}
        {part === 'history' ? <HistoryPart of={{ of: 'webinar', webinarId: event.id }} /> : null}
      </Tabs>
    </Dialog>
  );
}

function Data({ event }: { event: ManagedWebinar }) {
  const { t } = useTranslation(['eventOffice', 'liveEvent']);
  const now = useNow();
  const place = usePlace();
  const { motivo, grabacion, enlace, choques, descripcion, tipo } = event;
  return (
    <div className="stack">
      <p className="row">
        <LiveStateTag state={stateNow(event, now)} />
        <span className="muted">{t(`liveEvent:kind.${tipo}`)}</span>
        <LivePremiumTag {...event} />
        {choques.length > 0 ? (
          <StatusTag tone="urgent">{t('clashWith', { names: choques.map(({ titulo }) => `«${titulo}»`).join(', ') })}</StatusTag>
        ) : null}
      </p>
      {motivo ? <p>{t('why', { reason: motivo })}</p> : null}
      <LiveWhen {...event} />
      <p lang="es">
        {event.instructor} · {place(event)}
      </p>
      <LiveSeats {...event} />
      <p lang="es" className="event-office-about">
        {descripcion}
      </p>
      {event.cuenta ? <p>{t('counts.as', { class: event.cuenta.clase, course: event.cuenta.curso })}</p> : null}
      {enlace ? (
        <p>
          {t('link')}:{' '}
          <a href={enlace} target="_blank" rel="noreferrer">
            {enlace}
          </a>
        </p>
      ) : null}
      {grabacion ? (
        <p>
          <a href={grabacion} target="_blank" rel="noreferrer">
            {t('watch')}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** People with a seat, and whether they attended; or the waiting list, longest waiting first. */
function Seats({ event, estado }: { event: ManagedWebinar; estado: 'inscrito' | 'espera' }) {
  const { t } = useTranslation('eventOffice');
  const now = useNow();
  const name = estado === 'inscrito' ? 'lugares' : 'espera';
  const cursor = usePageCursor(name);
  const list = api.useWebinarSeatsQuery({ webinarId: event.id, estado, limit: 25, ...(cursor && { cursor }) });
  const [mark] = api.useMarkAttendanceMutation();
  const { act, busy } = useSave();
  const nameOf = ({ nombre }: WebinarSeat) => nombre ?? t('erased');
  const begun = event.estado !== 'cancelled' && now >= Date.parse(event.inicio);
  const columns: readonly Column<WebinarSeat>[] = [
    { id: 'persona', label: t('person'), head: true, cell: nameOf },
    { id: 'desde', label: t('since'), cell: ({ desde }) => <Moment at={desde}>{formatRelative(desde)}</Moment> },
    ...(estado === 'inscrito' && begun
      ? [
          {
            id: 'asistencia',
            label: t('attendance'),
            cell: (seat: WebinarSeat) => (
              <label className="checkbox">
                <input
                  type="checkbox"
                  checked={seat.asistio}
                  disabled={busy}
                  aria-label={t('attendedOf', { name: nameOf(seat) })}
                  onChange={({ target }) =>
                    void act(() => mark({ webinarId: event.id, userId: seat.id_usuario, body: { asistio: target.checked } }).unwrap())
                  }
                />
                <span aria-hidden="true">{t('attended')}</span>
              </label>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      name={name}
      caption={t(estado === 'inscrito' ? 'tabs.seats' : 'tabs.waiting')}
      columns={columns}
      rows={list.data?.personas}
      next={list.data?.siguiente ?? null}
      rowId={({ id_usuario }) => String(id_usuario)}
      query={list}
      failed={t('seatsFailed')}
      empty={<Empty title={t(estado === 'inscrito' ? 'noSeats' : 'noWaiting')} />}
      bones={4}
    />
  );
}
