import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import type { Changes } from '../../lib/use-address.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useFactFilters } from './use-facts.ts';

export type Lanes = AnswerOf<'factLanes'>;
export type Lane = Lanes['lineas'][number];
/** Milliseconds since 1970. */
export interface Window {
  from: number;
  to: number;
}

/** A window in the address, to the second, in place of days. */
export const windowAddress = ({ from, to }: Window): Changes => {
  const iso = (at: number) => new Date(at).toISOString();
  return { de: iso(Math.floor(from / 1_000) * 1_000), a: iso(Math.ceil(to / 1_000) * 1_000), desde: null, hasta: null };
};

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
/** What the address asks to be drawn. */
export const useLanes = () => {
  const { get } = useAddress();
  const { filters, things } = useFactFilters();
  const moment = (name: string) => (ISO.test(get(name) ?? '') ? (get(name) ?? undefined) : undefined);
  const [de, a] = [moment('de'), moment('a')];
  const { idioma, sobre, todo, desde, hasta } = filters;
  return api.useFactLanesQuery({ idioma, sobre, todo, desde, hasta, de, a }, { skip: things.length === 0 });
};

/** A mark of a lane: one fact, or several that are too near to each other to be told apart. */
export interface Mark {
  /** px from the left. */
  x: number;
  from: number;
  to: number;
  count: number;
  /** The number of facts that are known one by one. */
  ids: readonly string[];
}

/** So near to each other a finger would hit two. */
const NEAR = 28;
/** What stands in a lane of this width, the earliest first; what would overlap is one mark. */
export function marksOf(lane: Lane, timeOf: (id: string) => number, { from, to }: Window, width: number): Mark[] {
  const placed = (at: number) => NEAR / 2 + ((at - from) / Math.max(1, to - from)) * Math.max(0, width - NEAR);
  const single =
    lane.hechos?.map((id) => ({ from: timeOf(id), to: timeOf(id), count: 1, ids: [id] })) ??
    lane.tramos.map(({ desde, hasta, cantidad }) => ({ from: Date.parse(desde), to: Date.parse(hasta), count: cantidad, ids: [] }));
  const marks: Mark[] = [];
  for (const one of single.sort((a, b) => a.from - b.from)) {
    const x = placed((one.from + one.to) / 2);
    const last = marks.at(-1);
    if (last && x - last.x < NEAR) {
      const [count, ids] = [last.count + one.count, [...last.ids, ...one.ids]];
      marks[marks.length - 1] = { ...last, to: Math.max(last.to, one.to), count, ids };
    } else marks.push({ x, ...one });
  }
  return marks;
}

/** A line between marks of two lanes. */
export interface Tie {
  from: { lane: number; x: number };
  to: { lane: number; x: number };
  /** The first led to the second; they followed from one request; or it is one fact in both lanes. */
  kind: 'cause' | 'act' | 'same';
  ids: readonly string[];
}
/** What joins the lanes, each line between two marks once. */
export function tiesOf(lanes: readonly (readonly Mark[])[], links: Lanes['enlaces']): Tie[] {
  const places = new Map<string, { lane: number; x: number }[]>();
  for (const [lane, marks] of lanes.entries())
    for (const { x, ids } of marks) for (const id of ids) places.set(id, [...(places.get(id) ?? []), { lane, x }]);
  const ties = new Map<string, Tie>();
  const tie = (from: Tie['from'], to: Tie['to'], kind: Tie['kind'], ids: readonly string[]) => {
    if (from.lane === to.lane) return;
    const key = `${from.lane} ${from.x} ${to.lane} ${to.x} ${kind}`;
    ties.set(key, { from, to, kind, ids: [...(ties.get(key)?.ids ?? []), ...ids] });
  };
  for (const [id, stands] of places)
    for (const [index, place] of stands.entries()) {
      const next = stands[index + 1];
      if (next) tie(place, next, 'same', [id]);
    }
  for (const { de, a, causa } of links) {
    const [causes = [], effects = []] = [places.get(de), places.get(a)];
    // Joined from the nearest lane; where both facts are in one lane, the line belongs to the fact itself.
    for (const to of effects) {
      if (causes.some(({ lane }) => lane === to.lane)) continue;
      const [from] = [...causes].sort((one, other) => Math.abs(one.lane - to.lane) - Math.abs(other.lane - to.lane));
      if (from) tie(from, to, causa ? 'cause' : 'act', [de, a]);
    }
  }
  return [...ties.values()];
}
