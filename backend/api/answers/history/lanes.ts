import { addDays, dayStart, schoolClock } from '../../../../events/calendar.ts';
import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { enrolments } from '../../../projections/enrolments.ts';
import { factPages } from '../../../projections/factPages.ts';
import type { FactFilter } from '../../../projections/facts/factFilter.ts';
import type { FactIndex } from '../../../projections/facts/factIndex.ts';
import { orders } from '../../../projections/orders.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import type { ThingNames } from '../../../projections/thingNames.ts';
import type { FactLanes } from '../../contract/facts.ts';
import { parentsOf } from './causes.ts';
import { describeFacts, operatorTypes, quietTypes } from './factsInWords.ts';
import { aboutThings, eventsAt, namedThings, partsOfThing } from './wholeHistory.ts';

/** Several things on one time axis: what happened to each, and which of it followed from the same request. */

/** The most facts that a lane shows one by one; of more, it shows counts in at most this many spans. */
const MOST_MARKS = 60;
const MOST_SPANS = 60;
/** The most related things that are offered as further lanes. */
const NEAR = 12;

const DAY = 86_400;
const steps = [1, 5, 15, 60, 300, 900, 1_800, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY];
/** The shortest round span of which few enough cover the window. */
export function stepOf(from: number, to: number): number {
  const least = (to - from + 1) / MOST_SPANS;
  return steps.find((step) => step >= least) ?? Math.ceil(least / (365 * DAY)) * 365 * DAY;
}

const iso = (second: number): string => new Date(second * 1_000).toISOString();
const secondOf = (moment: string | null): number | null => (moment === null ? null : Math.floor(Date.parse(moment) / 1_000));
const startOf = (day: string): number | null => secondOf(dayStart(day));

export interface LanesAsked {
  idioma: Tongue;
  sobre: readonly string[];
  todo?: '1' | undefined;
  /** Days, both included. */
  desde?: string | undefined;
  hasta?: string | undefined;
  /** Exact moments; they take precedence over the days. */
  de?: string | undefined;
  a?: string | undefined;
}
export interface LaneSources {
  index: FactIndex;
  names: ThingNames;
  log: EventLog;
  reads: ReadSession;
}

/** What is asked for, of all there is; null where there is nothing or it ends before it begins. */
function windowOf({ desde, hasta, de, a }: LanesAsked, whole: { first: number; last: number }): { from: number; to: number } | null {
  const next = hasta === undefined ? null : startOf(addDays(hasta, 1));
  const from = secondOf(de ?? null) ?? (desde === undefined ? null : startOf(desde)) ?? whole.first;
  const to = secondOf(a ?? null) ?? (next === null ? null : next - 1) ?? whole.last;
  return Number.isFinite(from) && Number.isFinite(to) && from <= to ? { from, to } : null;
}

export async function lanesOf(asked: LanesAsked, { index, names, log, reads }: LaneSources): Promise<FactLanes> {
  const { idioma: tongue, todo } = asked;
  const things = [...new Set(asked.sobre)];
  // The position of the index counts towards the freshness of the answer.
  await reads.getMany(factPages, []);
  const hidden = new Set([...(todo ? [] : quietTypes), ...operatorTypes]);
  const filters = things.map((thing): FactFilter => ({ hidden, ...aboutThings([thing]) }));
  const extents = await index.extents(filters);
  const whole = {
    first: Math.min(...extents.map(({ first }) => first)),
    last: Math.max(...extents.map(({ last }) => last)),
  };
  const window = windowOf(asked, whole);
  const step = window ? stepOf(window.from, window.to) : 1;
  const firstDay = window && startOf(schoolClock(iso(window.from)).day);
  const start = window ? (step >= DAY && firstDay !== null ? firstDay : Math.floor(window.from / step) * step) : 0;
  const found = window ? await index.spans(filters, { ...window, start, step, most: MOST_MARKS }) : [];
  const events = await eventsInLanes(
    found.flatMap(({ lines }) => lines ?? []),
    log,
  );
  const idOf = new Map(events.map(({ stream, version, id }) => [`${stream}@${version}`, id]));
  const cosas = await namedThings(things, reads, names);
  const lineas = cosas.map((cosa, at) => {
    const { total = 0, lines = [], spans } = found[at] ?? {};
    return {
      ...{ cosa, total: extents[at]?.total ?? 0, cantidad: total },
      hechos: lines?.flatMap(([, , , stream, version]) => idOf.get(`${stream}@${version}`) ?? []) ?? null,
      tramos:
        lines || !window
          ? []
          : [...(spans ?? [])]
              .sort(([one], [other]) => one - other)
              .map(([span, cantidad]) => ({
                desde: iso(Math.max(window.from, start + span * step)),
                hasta: iso(Math.min(window.to, start + (span + 1) * step - 1)),
                cantidad,
              })),
    };
  });
  return {
    ventana: window && { desde: iso(window.from), hasta: iso(window.to) },
    entera: Number.isFinite(whole.first) ? { desde: iso(whole.first), hasta: iso(whole.last) } : null,
    lineas,
    hechos: await describeFacts(events, { log, reads, tongue }),
    enlaces: linksOf(events, lineas),
    cercanas: await namedThings(await nearOf(things, reads), reads, names),
  };
}

/** Each fact once, in the order of the log. */
async function eventsInLanes(lines: Parameters<typeof eventsAt>[0], log: EventLog): Promise<Envelope[]> {
  const once = new Map(lines.map((line) => [line[0], line]));
  return eventsAt(
    [...once].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line),
    log,
  );
}

/** Of facts of one request that stand in different lanes: each with what led to it, or, where that is in no lane, with the first of them. */
function linksOf(events: readonly Envelope[], lanes: readonly { hechos: readonly string[] | null }[]): FactLanes['enlaces'] {
  const lanesOfFact = new Map<string, Set<number>>();
  for (const [lane, { hechos }] of lanes.entries())
    for (const id of hechos ?? []) lanesOfFact.set(id, (lanesOfFact.get(id) ?? new Set()).add(lane));
  const apart = (one: string, other: string): boolean => {
    const [mine, theirs] = [lanesOfFact.get(one), lanesOfFact.get(other)];
    return [...(mine ?? [])].some((lane) => !theirs?.has(lane)) || [...(theirs ?? [])].some((lane) => !mine?.has(lane));
  };
  const acts = Map.groupBy(events, ({ meta }) => meta.correlationId);
  return [...acts.values()].flatMap((act) => {
    const parents = parentsOf(act);
    const [first] = act;
    return act.flatMap(({ id: a }) => {
      const cause = parents.get(a);
      const de = cause ?? first?.id;
      return de === undefined || de === a || !apart(de, a) ? [] : [{ de, a, causa: cause !== undefined }];
    });
  });
}

/** Of a person their enrolments and orders; of those, whose and of what they are. */
async function nearOf(things: readonly string[], reads: ReadSession): Promise<string[]> {
  const near: string[] = [];
  for (const [tipo, id] of things.map(partsOfThing)) {
    const [person = '', other = ''] = id.split('_');
    if (tipo === 'persona' && /^\d{1,9}$/.test(id)) {
      const enrolled = await reads.find(enrolments, { where: { userId: Number(id) }, limit: NEAR });
      const bought = await reads.find(orders, { where: { userId: Number(id) }, sort: ['-startedAt'], limit: NEAR });
      near.push(
        ...bought.docs.map(({ doc }) => `pedido:${id}_${doc.orderId}`),
        ...enrolled.docs.map(({ doc }) => `inscripcion:${id}_${doc.courseId}`),
      );
    } else if (tipo === 'inscripcion' || tipo === 'resena') near.push(`persona:${person}`, `curso:${other}`);
    else if (tipo === 'pedido') {
      const order = (await reads.getMany(orders, [`${person}-${other}`])).get(`${person}-${other}`);
      near.push(`persona:${person}`, ...(order?.courseId == null ? [] : [`inscripcion:${person}_${order.courseId}`]));
    }
  }
  return [...new Set(near)].filter((one) => !things.includes(one)).slice(0, NEAR);
}
