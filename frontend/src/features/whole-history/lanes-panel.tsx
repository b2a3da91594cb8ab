import { IconArrowLeft, IconArrowRight, IconMaximize, IconPlus, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CheckFilter } from '../../ui/table/filters.tsx';
import { ThingChooser } from './fact-filters.tsx';
import { LaneDrawing } from './lane-drawing.tsx';
import { type Lane, type Lanes, useLanes, type Window, windowAddress } from './lanes.ts';
import { useThingName } from './names.ts';
import { type Fact, keyOf, MOST_THINGS, useFactFilters } from './use-facts.ts';
import './lanes.css';
import './texts.ts';

/** No window is shorter: what happens within a second has no order to look at. */
const SHORTEST_MS = 10_000;

/** Several things, each in a lane of its own on one axis of time, with what led to what between them. */
export function LanesPanel() {
  const { t } = useTranslation('wholeHistory');
  const { put } = useAddress();
  const { filters, things, narrow } = useFactFilters();
  const query = useLanes();
  const { data, isFetching } = query;
  const thingName = useThingName();
  const near = things.length < MOST_THINGS ? (data?.cercanas ?? []) : [];
  return (
    <section className="stack" aria-labelledby="lineas">
      <h2 id="lineas">{t('lanes.title')}</h2>
      <p className="muted">{t('lanes.lead')}</p>
      <search className="lane-choices" aria-label={t('lanes.choose')}>
        <ThingChooser label={t('lanes.add')} />
        <DateField
          label={t('from')}
          value={filters.desde ?? ''}
          max={filters.hasta ?? undefined}
          onChange={(desde) => put({ desde, de: null, a: null }, true)}
        />
        <DateField
          label={t('to')}
          value={filters.hasta ?? ''}
          min={filters.desde ?? undefined}
          onChange={(hasta) => put({ hasta, de: null, a: null }, true)}
        />
        <CheckFilter name="todo" label={t('all')} />
      </search>
      {things.length > 0 && near.length > 0 ? (
        <ul className="fact-chosen" aria-label={t('lanes.near')}>
          {near.map((thing) => (
            <li key={keyOf(thing)}>
              <button type="button" className="btn soft" onClick={() => narrow({ sobre: [...things, keyOf(thing)].join(',') })}>
                <IconPlus size={16} aria-hidden="true" />
                {t(`lanes.nearOf.${thing.tipo as 'pedido'}`, { name: thingName(thing) })}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {things.length === 0 ? (
        <Empty title={t('lanes.none')}>{t('lanes.noneText')}</Empty>
      ) : data ? (
        <Drawn data={data} busy={isFetching} />
      ) : (
        <QueryState of={query} failed={t('failed')} rows={6} />
      )}
    </section>
  );
}

function Drawn({ data, busy }: { data: Lanes; busy: boolean }) {
  const { t } = useTranslation('wholeHistory');
  const { put, open: openAs } = useAddress();
  const [lit, setLit] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { ventana, entera, lineas } = data;
  const facts = new Map(data.hechos.map((one) => [one.id, one]));
  const go = (window: Window) => put(windowAddress(window), true);
  const open = ({ flujo, numero }: Fact) => openAs({ hecho: `${flujo}@${numero}` });
  const read = (id: string) => list.current?.querySelector<HTMLElement>(`[data-fact="${id}"]`)?.focus();
  if (!ventana || !entera)
    return (
      <>
        <Empty title={t('lanes.empty')} action={<All />}>
          {t('lanes.emptyText')}
        </Empty>
        <LaneList lanes={lineas} />
      </>
    );
  const [from, to] = [Date.parse(ventana.desde), Date.parse(ventana.hasta)];
  const length = Math.max(SHORTEST_MS, to - from);
  const moved = (by: number) => go({ from: from + by * length, to: to + by * length });
  const middle = (from + to) / 2;
  return (
    <>
      <div className="row lane-window">
        <p role="status">
          <strong>{t('lanes.window', { from: formatDateTime(ventana.desde), to: formatDateTime(ventana.hasta) })}</strong>
        </p>
        <div className="row">
          <button type="button" className="btn alt" onClick={() => moved(-0.5)}>
            <IconArrowLeft size={18} aria-hidden="true" /> {t('lanes.earlier')}
          </button>
          <button type="button" className="btn alt" onClick={() => moved(0.5)}>
            {t('lanes.later')} <IconArrowRight size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="btn alt"
            aria-disabled={length <= SHORTEST_MS}
            onClick={() => length > SHORTEST_MS && go({ from: middle - length / 4, to: middle + length / 4 })}
          >
            <IconZoomIn size={18} aria-hidden="true" /> {t('lanes.in')}
          </button>
          <button type="button" className="btn alt" onClick={() => go({ from: middle - length, to: middle + length })}>
            <IconZoomOut size={18} aria-hidden="true" /> {t('lanes.out')}
          </button>
          <All />
        </div>
      </div>
      <LaneDrawing data={data} facts={facts} lit={lit} busy={busy} onOpen={open} onRead={read} onZoom={go} />
      <p className="muted lane-legend">{t('lanes.legend')}</p>
      <div ref={list}>
        <LaneRows data={data} facts={facts} onOpen={open} onRead={read} onZoom={go} onLit={setLit} />
      </div>
    </>
  );
}

function All() {
  const { t } = useTranslation('wholeHistory');
  const { put } = useAddress();
  return (
    <button type="button" className="btn alt" onClick={() => put({ de: null, a: null, desde: null, hasta: null }, true)}>
      <IconMaximize size={18} aria-hidden="true" /> {t('lanes.whole')}
    </button>
  );
}

/** Names of lanes alone, where there is nothing to draw: they can be taken away. */
function LaneList({ lanes }: { lanes: readonly Lane[] }) {
  return (
    <ul className="fact-chosen">
      {lanes.map(({ cosa }) => (
        <li key={keyOf(cosa)}>
          <RemoveLane cosa={cosa} />
        </li>
      ))}
    </ul>
  );
}
function RemoveLane({ cosa }: { cosa: Lane['cosa'] }) {
  const { t } = useTranslation('wholeHistory');
  const { things, narrow } = useFactFilters();
  const name = useThingName()(cosa);
  return (
    <button
      type="button"
      className="btn soft"
      aria-label={t('remove', { name })}
      onClick={() => narrow({ sobre: things.filter((one) => one !== keyOf(cosa)).join(',') })}
    >
      {name}
      <IconX size={16} aria-hidden="true" />
    </button>
  );
}

/** The same as text: every fact that is drawn, in its lanes, with what led to it; and lanes that are only counted. */
function LaneRows({
  data: { lineas, hechos, enlaces },
  facts,
  onOpen,
  onRead,
  onZoom,
  onLit,
}: {
  data: Lanes;
  facts: ReadonlyMap<string, Fact>;
  onOpen: (fact: Fact) => void;
  onRead: (id: string) => void;
  onZoom: (window: Window) => void;
  onLit: (id: string | null) => void;
}) {
  const { t } = useTranslation('wholeHistory');
  const { to } = useAddress();
  const thingName = useThingName();
  const causes = new Map(enlaces.map(({ a, ...link }) => [a, link]));
  const namesOf = (id: string) => lineas.flatMap(({ cosa, hechos: ids }) => (ids?.includes(id) ? [thingName(cosa)] : []));
  const counted = lineas.filter((lane) => lane.hechos === null);
  const inOrder = [...hechos].sort((one, other) => Date.parse(one.fecha) - Date.parse(other.fecha));
  return (
    <div className="stack">
      <h3>{t('lanes.list')}</h3>
      {counted.map(({ cosa, cantidad, tramos }) => (
        <details key={keyOf(cosa)} className="lane-counted">
          <summary>{t('lanes.counted', { name: thingName(cosa), count: cantidad, number: formatNumber(cantidad) })}</summary>
          <ul>
            {tramos.map(({ desde, hasta, cantidad: some }) => (
              <li key={desde}>
                <button
                  type="button"
                  className="link"
                  onClick={() => onZoom({ from: Date.parse(desde), to: Math.max(Date.parse(hasta), Date.parse(desde) + SHORTEST_MS) })}
                >
                  {t('lanes.span', {
                    ...{ count: some, number: formatNumber(some), from: formatDateTime(desde), to: formatDateTime(hasta) },
                  })}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {inOrder.length > 0 ? (
        <ol className="fact-rows lane-rows" aria-label={t('lanes.list')}>
          {inOrder.map((fact) => {
            const link = causes.get(fact.id);
            const cause = link && facts.get(link.de);
            return (
              <li key={fact.id} onPointerEnter={() => onLit(fact.id)} onPointerLeave={() => onLit(null)}>
                <span className="muted">{formatDateTime(fact.fecha)}</span>
                <div className="fact-said">
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    data-fact={fact.id}
                    onFocus={() => onLit(fact.id)}
                    onBlur={() => onLit(null)}
                    onClick={() => onOpen(fact)}
                  >
                    {fact.frase}
                  </button>
                  <span className="muted fact-about">
                    {namesOf(fact.id).map((name) => (
                      <span key={name}>{name}</span>
                    ))}
                  </span>
                  {link && cause ? (
                    <p className="lane-cause">
                      <button type="button" className="link" onClick={() => onRead(cause.id)}>
                        {t(link.causa ? 'lanes.because' : 'lanes.together', { what: cause.frase })}
                      </button>
                    </p>
                  ) : null}
                </div>
              </li>
            );
          })}
        </ol>
      ) : counted.length === 0 ? (
        <p className="muted">{t('lanes.emptyText')}</p>
      ) : null}
      <ul className="lane-lists">
        {lineas.map(({ cosa, total }) => (
          <li key={keyOf(cosa)}>
            <Link to={to({ vista: null, sobre: keyOf(cosa), de: null, a: null })}>
              {t('lanes.inList', { name: thingName(cosa), count: total, number: formatNumber(total) })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
