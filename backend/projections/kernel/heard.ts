import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { type Position, type Recorded, StoreFault } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { ERASURE, erasedPerson, type Folded, fold, keysOfEach, type Standing } from './fold.ts';
import type { ReadStore } from './readStore.ts';
import type { PoisonReport } from './status.ts';
import { loadStanding, type Track } from './track.ts';

/** An event that projections hear, or why it cannot be read. */
export type Heard =
  | { position: Position; type: string; event: Envelope }
  | { position: Position; type: string; record: Recorded; error: unknown };

/** What a generation makes of some events, up to the first that it cannot fold. */
export type Outcome = Omit<Folded, 'poison'> & { track: Track; poison: PoisonReport | null; handled: number };

export interface FoldOptions {
  store: ReadStore;
  /** Positions of events that a person skipped for a projection, on record. */
  skips: (projection: string) => ReadonlySet<Position>;
}

/** Decodes together, and one by one where that fails, so that one bad event spoils nothing else. Throws StoreFault: no event is to blame when keys are out of reach. */
export async function decode(log: EventLog, records: readonly Recorded[]): Promise<Heard[]> {
  if (records.length === 0) return [];
  try {
    const events = await log.decode(records);
    return events.map((event) => ({ position: event.position, type: event.type, event }));
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    const [record] = records;
    if (records.length === 1 && record) return [{ position: record.position, type: record.type, record, error }];
    const middle = records.length >> 1;
    return [...(await decode(log, records.slice(0, middle))), ...(await decode(log, records.slice(middle)))];
  }
}

const reportOf = ({ id, type, position }: { id: string; type: string; position: Position }, error: unknown): PoisonReport => ({
  eventId: id,
  type,
  position,
  message: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  stack: error instanceof Error ? (error.stack ?? null) : null,
});

/** Loads what the events touch and folds them; `push`: with the changes that followers are told. */
export async function foldTrack(options: FoldOptions, track: Track, heard: readonly Heard[], push: boolean): Promise<Outcome> {
  const { projection } = track;
  const skips = options.skips(projection.name);
  let own = heard.filter((one) => track.hears.has(one.type));
  for (;;) {
    const events: Envelope[] = [];
    let bad: PoisonReport | null = null;
    for (const one of own) {
      if ('error' in one) {
        bad = reportOf(one.record, one.error);
        break;
      }
      events.push(one.event);
    }
    const keys = keysOfEach(projection, events);
    const { poison, ...folded } = fold(projection, events, await load(options.store, track, events, keys), push, keys);
    const report = poison ? reportOf(poison.event, poison.error) : bad;
    if (!report || !skips.has(report.position)) return { ...folded, track, poison: report, handled: events.length };
    own = own.filter((one) => one.position !== report.position);
  }
}

async function load(
  store: ReadStore,
  { generation, projection }: Track,
  events: readonly Envelope[],
  keys: readonly (readonly string[])[],
): Promise<Map<string, Standing>> {
  const wanted = new Set<string>();
  for (const own of keys) for (const key of own) wanted.add(key);
  if (projection.persons) {
    for (const event of events) {
      if (event.type !== ERASURE) continue;
      for (const key of await store.keysOfPerson(generation, erasedPerson(event))) wanted.add(key);
    }
  }
  return loadStanding(store, generation, [...wanted]);
}

const RETRY_PAUSES_MS = [50, 200, 800];

/** An event that fails is tried again a few times: a key may have come meanwhile. What still fails is poison. */
export async function withRetries<T extends { poison: PoisonReport | null } | { outcomes: readonly Outcome[] }>(
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  let result = await attempt();
  for (const ms of RETRY_PAUSES_MS) {
    const failed = 'outcomes' in result ? result.outcomes.some(({ poison }) => poison) : result.poison !== null;
    if (!failed) break;
    await pause(ms, signal);
    signal.throwIfAborted();
    result = await attempt();
  }
  return result;
}
