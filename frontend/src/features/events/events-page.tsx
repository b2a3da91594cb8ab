import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WebinarRecord } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import {
  LivePremiumTag,
  LiveSeats,
  type LiveState,
  LiveStateTag,
  LiveWhen,
  stateNow,
  usePlace,
} from '../../domain/live-event/live-event.tsx';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EventActs, OwnPart } from './event-acts.tsx';
import { EventDetail } from './event-detail.tsx';
import './events.css';

const views = ['proximos', 'pasados', 'mios'] as const;
type View = (typeof views)[number];

/** Live events: to come, past, and one's own. Which are shown, and which one is open, stands in the address. */
export function Component() {
  const { t } = useTranslation('events');
  const { get, put } = useAddress();
  const view = views.find((one) => one === get('vista')) ?? 'proximos';
  const shown = Number(get('evento'));
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Link className="btn alt" to={paths.calendar}>
          {t('calendar')}
        </Link>
      }
    >
      <Tabs
        label={t('views')}
        value={view}
        tabs={views.map((id) => ({ id, label: t(`view.${id}`) }))}
        onChange={(vista) => put({ vista: vista === 'proximos' ? null : vista })}
      >
        <List key={view} view={view} onOpen={(id) => put({ evento: String(id) }, true)} onComing={() => put({ vista: null })} />
      </Tabs>
      {Number.isInteger(shown) && shown > 0 ? <EventDetail id={shown} onClose={() => put({ evento: null })} /> : null}
    </Page>
  );
}

function List({ view, onOpen, onComing }: { view: View; onOpen: (id: number) => void; onComing: () => void }) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return (
    <div className="stack">
      {cursors.map((cursor, at) => (
        <Part
          key={cursor ?? ''}
          view={view}
          cursor={cursor}
          last={at === cursors.length - 1}
          {...{ onOpen, onComing }}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </div>
  );
}

/** One page of the list. */
function Part({
  view,
  cursor,
  last,
  onOpen,
  onComing,
  onMore,
}: {
  view: View;
  cursor: string | null;
  last: boolean;
  onOpen: (id: number) => void;
  onComing: () => void;
  onMore: (cursor: string) => void;
}) {
  const { t } = useTranslation('events');
  const query = api.useListWebinarsQuery({ vista: view, limit: 24, ...(cursor !== null && { cursor }) });
  const { data } = query;
  const now = useNow();
  if (!data)
    return (
      <QueryState of={query} failed={t('failed')}>
        <CardsSkeleton count={3} height={240} min={300} />
      </QueryState>
    );
  // One's own events: those still to come first, soonest first, then past ones.
  const events =
    view === 'mios'
      ? [...data.eventos.filter((one) => !ended(one, now)), ...data.eventos.filter((one) => ended(one, now)).reverse()]
      : data.eventos;
  if (events.length === 0)
    return (
      <Empty
        title={t(`none.${view}`)}
        action={
          view === 'proximos' ? null : (
            <button type="button" className="btn alt" onClick={onComing}>
              {t('seeComing')}
            </button>
          )
        }
      >
        {t(`noneText.${view}`)}
      </Empty>
    );
  const next = data.siguiente;
  return (
    <>
      <ul className="events-grid">
        {events.map((event) => (
          <Card key={event.id} event={event} among={among[view]} now={now} onOpen={() => onOpen(event.id)} />
        ))}
      </ul>
      {last && next !== null ? (
        <div>
          <button type="button" className="btn alt" onClick={() => onMore(next)}>
            {t('more')}
          </button>
        </div>
      ) : null}
    </>
  );
}
const ended = ({ fin }: WebinarRecord, now: number): boolean => Date.parse(fin) <= now;

/** The state that all events of a view have. */
const among: Readonly<Record<View, LiveState | undefined>> = { proximos: 'upcoming', pasados: 'completed', mios: undefined };

function Card({ event, among, now, onOpen }: { event: WebinarRecord; among: LiveState | undefined; now: number; onOpen: () => void }) {
  const { t } = useTranslation(['events', 'liveEvent']);
  const place = usePlace();
  return (
    <li className="card events-card">
      <p className="row">
        <LiveStateTag state={stateNow(event, now)} among={among} />
        <span className="muted">{t(`liveEvent:kind.${event.tipo}`)}</span>
        <LivePremiumTag {...event} />
        <OwnPart event={event} />
      </p>
      <h2 lang="es">{event.titulo}</h2>
      <LiveWhen {...event} />
      <p className="muted" lang="es">
        {t('with', { name: event.instructor })} · {place(event)}
      </p>
      <LiveSeats {...event} />
      <div className="row">
        <EventActs event={event} now={now} />
        <button type="button" className="btn alt" aria-label={t('detailsOf', { name: event.titulo })} onClick={onOpen}>
          {t('details')}
        </button>
      </div>
    </li>
  );
}
