import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { addDays, dayStart, schoolDay } from '../../../../events/calendar.ts';
import { momentsOf } from '../../../../events/store/moments.ts';
import { categoryOf, type EventStore, type Json, type Position, type Recorded } from '../../../../events/store/port.ts';
import type { EventFilters } from '../../contract/events.ts';
import { actorOf, isShortened, shownStream } from '../history/masked.ts';
import { storedEvent } from '../history/stored.ts';

/** How long one answer searches, and how much of that it may occupy this thread, in milliseconds; then it reports how far it has come. */
const STRETCH_MS = 400;
const THREAD_MS = 60;
/** How long an answer waits, in milliseconds, to learn which part of the log some days are in. */
const PATIENCE_MS = 100;
/** How many events are read at once. */
const PAGE = 1_000;

export interface Found {
  events: Recorded[];
  /** How many events were examined. */
  seen: number;
  /** The last event that was examined. */
  last: Recorded | null;
  /** Whether the end was reached. */
  end: boolean;
}

/** The value at `a.b.c`. */
const valueAt = (source: Json | undefined, path: readonly string[]): Json | undefined => {
  let value = source;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
};
const isSaid = (value: Json | undefined, wanted: string): boolean =>
  Array.isArray(value)
    ? value.some((one) => isSaid(one, wanted))
    : value !== undefined && typeof value !== 'object' && String(value) === wanted;

/** Whether a name has these parts in this order, the first at its beginning and the last at its end: `course-*` as `['course-', '']`. */
const hasParts = (name: string, parts: readonly string[]): boolean => {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
};
const isPattern = (stream: string) => stream.includes('*') || isShortened(stream);

/**
 * Whether an event matches the filters. Fields are compared as the reader sees them: personal ones are masked first, so that nobody can find a name by
 * trying.
 */
export function matcher({ flujo, categoria, tipo, quien, acto, desde, hasta, campo, valor }: EventFilters): (event: Recorded) => boolean {
  const path = campo?.split('.');
  const parts = flujo?.split('*');
  return (event) => {
    if (parts && event.stream !== flujo && !hasParts(shownStream(event.stream), parts)) return false;
    if (categoria !== undefined && categoryOf(event.stream) !== categoria) return false;
    if (tipo !== undefined && event.type !== tipo) return false;
    if (quien !== undefined && actorOf(event).userId !== quien) return false;
    if (acto !== undefined && event.metadata['correlationId'] !== acto) return false;
    if (desde !== undefined || hasta !== undefined) {
      const day = schoolDay(String(event.metadata['occurredAt']));
      if ((desde !== undefined && day < desde) || (hasta !== undefined && day > hasta)) return false;
    }
    if (path) {
      const { datos, metadatos } = storedEvent(event);
      const found = path[0] === 'meta' ? valueAt(metadatos as Json, path.slice(1)) : valueAt(datos as Json, path);
      if (valor === undefined ? found === undefined : !isSaid(found, valor)) return false;
    }
    return true;
  };
}

/** A part of the log: after `after` and before `next`, each exclusive; null where it is the beginning or the end of the log. */
interface Span {
  after: Position | null;
  next: Position | null;
}
const WHOLE: Span = { after: null, next: null };

/** The part of the log that contains everything that happened on these days; null: nothing happened. */
async function spanOf(store: EventStore, { desde, hasta }: Pick<EventFilters, 'desde' | 'hasta'>): Promise<Span | null> {
  if (desde === undefined && hasta === undefined) return WHOLE;
  const since = desde === undefined ? Number.NEGATIVE_INFINITY : Date.parse(dayStart(desde)) - 1;
  const until = hasta === undefined ? Number.POSITIVE_INFINITY : Date.parse(dayStart(addDays(hasta, 1))) - 1;
  return momentsOf(store).between(since, until);
}

/**
 * The events of one stream or of a part of the log, in pages: by the store's index where a filter has one, and for days only the part of the log that
 * contains them.
 * Finding that part reads the whole log the first time; after `patienceMs` milliseconds the search begins without it, over the whole log.
 */
export async function* candidates(
  store: EventStore,
  filters: Pick<EventFilters, 'flujo' | 'categoria' | 'tipo' | 'desde' | 'hasta'>,
  after: Position | null,
  { backwards = false, patienceMs }: { backwards?: boolean; patienceMs?: number } = {},
): AsyncGenerator<readonly Recorded[]> {
  const { flujo, categoria, tipo } = filters;
  if (flujo !== undefined && !isPattern(flujo)) {
    yield* ofStream(store, flujo, after, backwards);
    return;
  }
  const asked = spanOf(store, filters);
  // A failure reaches those who wait for the span; a caller that gave up waiting asks again with its next call.
  asked.catch(() => undefined);
  const span = patienceMs === undefined ? await asked : await Promise.race([asked, pause(patienceMs, WHOLE, { ref: false })]);
  if (span === null) return;
  const [begin, end] = backwards ? [span.next, span.after] : [span.after, span.next];
  const isBefore = (one: Position, other: Position) => (backwards ? one > other : one < other);
  // A pattern such as `course-*` begins with a category, by which the store's index narrows the search.
  const begun = flujo?.split('*')[0]?.includes('-') ? categoryOf(flujo) : undefined;
  const pages = store.pages(after === null || (begin !== null && isBefore(after, begin)) ? begin : after, {
    backwards,
    pageSize: PAGE,
    ...(tipo !== undefined && { types: [tipo] }),
    ...((categoria ?? begun) !== undefined && { categories: [categoria ?? begun ?? ''] }),
  });
  for await (const page of pages) {
    const beyond = end === null ? -1 : page.findIndex(({ position }) => !isBefore(position, end));
    yield beyond < 0 ? page : page.slice(0, beyond);
    if (beyond >= 0) return;
  }
}

/** One event of a stream, by the stream's shown name; null where there is none. */
export async function eventIn(store: EventStore, stream: string, version: number): Promise<Recorded | null> {
  if (!isShortened(stream)) {
    for await (const event of store.readStream(stream, version)) return event;
    return null;
  }
  for await (const page of store.pages(null, { pageSize: PAGE, categories: [categoryOf(stream)] }))
    for (const event of page) if (event.version === version && shownStream(event.stream) === stream) return event;
  return null;
}

/** A stream has thousands of events at most. Backwards, it is read whole, because stores read streams only forwards. */
async function* ofStream(store: EventStore, stream: string, after: Position | null, backwards: boolean): AsyncIterable<Recorded[]> {
  let page: Recorded[] = [];
  const all: Recorded[] = [];
  for await (const event of store.readStream(stream)) {
    if (backwards) {
      if (after === null || event.position < after) all.push(event);
      continue;
    }
    if (after !== null && event.position <= after) continue;
    page.push(event);
    if (page.length === PAGE) {
      yield page;
      page = [];
    }
  }
  if (backwards) yield all.reverse();
  else if (page.length > 0) yield page;
}

/** Looks for at most so many events (`begins`: those that begin a stream) from a place on, for as long as one answer may take. */
export async function findEvents(
  store: EventStore,
  filters: EventFilters,
  { after, backwards, limit, begins = false }: { after: Position | null; backwards: boolean; limit: number; begins?: boolean },
): Promise<Found> {
  const isAsked = matcher(filters);
  const matches = (event: Recorded) => (!begins || event.version === 0) && isAsked(event);
  const found: Found = { events: [], seen: 0, last: null, end: false };
  let spent = 0;
  const until = performance.now() + STRETCH_MS;
  for await (const page of candidates(store, filters, after, { backwards, patienceMs: PATIENCE_MS })) {
    const began = performance.now();
    for (const event of page) {
      found.seen += 1;
      found.last = event;
      if (matches(event)) found.events.push(event);
      if (found.events.length === limit) return found;
    }
    spent += performance.now() - began;
    if (spent > THREAD_MS || performance.now() > until) return found;
    await nextTurn();
  }
  return { ...found, end: true };
}
