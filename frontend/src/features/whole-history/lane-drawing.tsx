import { IconX } from '@tabler/icons-react';
import { scaleTime } from '@visx/scale';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayIn, formatDateTime, formatDay, formatMonth, formatTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import { type Lane, type Lanes, type Mark, marksOf, type Tie, tiesOf, type Window } from './lanes.ts';
import { useThingName } from './names.ts';
import { type Fact, keyOf, useFactFilters } from './use-facts.ts';

/** Height of a lane, and where in it its line runs; as in lanes.css. */
const LANE = 84;
const LINE = 58;
const DAY_MS = 86_400_000;
/** The drawing is at least this wide: px for each label of the axis. */
const TICK = 110;
/** Marks further apart than this can be separated by narrowing the window of time. */
const APART_MS = 2_000;

interface Acts {
  onOpen: (fact: Fact) => void;
  onRead: (id: string) => void;
  onZoom: (window: Window) => void;
}
interface Props extends Acts {
  data: Lanes;
  facts: ReadonlyMap<string, Fact>;
  /** The fact whose marks are emphasized. */
  lit: string | null;
  busy: boolean;
}

/** Lanes below each other on one axis of time; what one request did in several of them is joined. */
export function LaneDrawing({ data, facts, lit, busy, ...acts }: Props) {
  const { t } = useTranslation('wholeHistory');
  const [frame, width] = useWidth();
  const window = { from: Date.parse(data.ventana?.desde ?? ''), to: Date.parse(data.ventana?.hasta ?? '') };
  const timeOf = (id: string) => Date.parse(facts.get(id)?.fecha ?? '');
  const marks = data.lineas.map((lane) => (width > 0 ? marksOf(lane, timeOf, window, width) : []));
  return (
    <div className="lanes" ref={frame} aria-busy={busy}>
      <Ties ties={tiesOf(marks, data.enlaces)} lanes={data.lineas.length} width={width} lit={lit} />
      <ul aria-label={t('lanes.drawing')}>
        {data.lineas.map((lane, index) => (
          <LaneRow key={keyOf(lane.cosa)} lane={lane} marks={marks[index] ?? []} facts={facts} lit={lit} {...acts} />
        ))}
      </ul>
      <Axis window={window} width={width} />
    </div>
  );
}

/** Curves from mark to mark. The list below says the same in words. */
function Ties({ ties, lanes, width, lit }: { ties: readonly Tie[]; lanes: number; width: number; lit: string | null }) {
  const arrow = useId();
  const y = (lane: number) => lane * LANE + LINE;
  return (
    <svg className="lane-ties" width={width} height={lanes * LANE} aria-hidden="true">
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
          <path d="M0 0L8 4L0 8z" fill="var(--bougainvillea)" />
        </marker>
      </defs>
      {ties.map(({ from, to, kind, ids }) => {
        const down = to.lane > from.lane ? 1 : -1;
        // From the edge of a mark to that of the other.
        const [start, end] = [y(from.lane) + down * 9, y(to.lane) - down * (kind === 'cause' ? 11 : 9)];
        const bend = (end - start) / 2;
        return (
          <path
            key={`${from.lane} ${from.x} ${to.lane} ${to.x} ${kind}`}
            d={`M${from.x} ${start}C${from.x} ${start + bend} ${to.x} ${end - bend} ${to.x} ${end}`}
            data-kind={kind}
            data-lit={lit !== null && ids.includes(lit) ? '' : undefined}
            markerEnd={kind === 'cause' ? `url(#${arrow})` : undefined}
          />
        );
      })}
    </svg>
  );
}

/** One lane. Its marks are one stop of the tab key; arrows, Home and End move among them. */
function LaneRow({
  lane,
  marks,
  facts,
  lit,
  onOpen,
  onRead,
  onZoom,
}: { lane: Lane; marks: readonly Mark[]; facts: ReadonlyMap<string, Fact>; lit: string | null } & Acts) {
  const { t } = useTranslation('wholeHistory');
  const { things, narrow } = useFactFilters();
  const name = useThingName()(lane.cosa);
  const [at, setAt] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const stop = Math.min(at, marks.length - 1);
  const move = (event: React.KeyboardEvent) => {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= marks.length) return;
    event.preventDefault();
    setAt(to);
    row.current?.querySelectorAll<HTMLElement>('.lane-mark')[to]?.focus();
  };
  const press = ({ ids, from, to, count }: Mark) => {
    const only = count === 1 ? facts.get(ids[0] ?? '') : undefined;
    if (only) onOpen(only);
    else if (to - from > APART_MS || ids.length === 0) onZoom({ from: from - (to - from) / 20, to: to + (to - from) / 20 });
    else if (ids[0] !== undefined) onRead(ids[0]);
  };
  return (
    <li className="lane">
      <div className="lane-head">
        <h3>{name}</h3>
        <span className="muted">{t('lanes.count', { count: lane.cantidad, number: formatNumber(lane.cantidad) })}</span>
        <button
          type="button"
          className="lane-remove"
          aria-label={t('remove', { name })}
          onClick={() => narrow({ sobre: things.filter((one) => one !== keyOf(lane.cosa)).join(',') })}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      </div>
      <div className="lane-line" role="toolbar" aria-label={t('lanes.marks', { name })} ref={row} onKeyDown={move}>
        {marks.map((mark, index) => {
          const { x, from, to, count, ids } = mark;
          const only = count === 1 ? facts.get(ids[0] ?? '') : undefined;
          const said = only
            ? t('lanes.mark', { what: only.frase, when: formatDateTime(only.fecha) })
            : t('lanes.span', { count, number: formatNumber(count), from: formatDateTime(from), to: formatDateTime(to) });
          return (
            <button
              key={`${x} ${from}`}
              type="button"
              className="lane-mark"
              style={{ left: x }}
              title={said}
              aria-label={said}
              aria-haspopup={only ? 'dialog' : undefined}
              tabIndex={index === stop ? 0 : -1}
              data-many={count > 1 ? '' : undefined}
              data-lit={lit !== null && ids.includes(lit) ? '' : undefined}
              onFocus={() => setAt(index)}
              onClick={() => press(mark)}
            >
              <span aria-hidden="true">{count > 1 ? (count > 999 ? '999+' : count) : ''}</span>
            </button>
          );
        })}
      </div>
    </li>
  );
}

/** Round moments in the zone of the reader. */
function Axis({ window: { from, to }, width }: { window: Window; width: number }) {
  const inset = 14;
  const scale = scaleTime<number>({ domain: [from, Math.max(from + 1, to)], range: [inset, Math.max(inset, width - inset)] });
  const ticks = width > 0 ? scale.ticks(Math.max(1, Math.floor(width / TICK))) : [];
  const said = (at: Date) => {
    const day = dayIn(undefined, at);
    if (to - from > 400 * DAY_MS) return formatMonth(day.slice(0, 7));
    return to - from > 2 * DAY_MS ? formatDay(day) : formatTime(at);
  };
  return (
    <div className="lane-axis" aria-hidden="true">
      {ticks
        .filter((at) => scale(at) > inset && scale(at) < width - TICK / 2)
        .map((at) => (
          <span key={at.getTime()} style={{ left: scale(at) }}>
            {said(at)}
          </span>
        ))}
    </div>
  );
}
