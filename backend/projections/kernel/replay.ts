import type { EventLog } from '../../../events/log.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { ERASURE, erasedPerson, heardBy, keysOf, type Standing, WorkingSet } from './fold.ts';
import type { AnyProjection } from './projection.ts';
import type { BuildStore } from './readStore.ts';

const PAGE = 2_000;
/** Documents kept in memory, and changed ones after which they are written. */
const KEPT = 100_000;
const FLUSH = 20_000;

/**
 * Folds the log up to `to` into a build, from where the build stands. Only wanted types are read; documents stay in memory and are written behind.
 * Answers how many events were folded. Throws what a handler or the codec throws: a generation with a hole would be no replacement.
 */
export async function replayInto(
  log: EventLog,
  projection: AnyProjection,
  build: BuildStore,
  to: Position,
  onProgress: (events: number, position: Position) => void,
): Promise<number> {
  const set = new WorkingSet(projection);
  let events = 0;

  const load = (keys: Iterable<string>): void => {
    const missing = [...new Set(keys)].filter((key) => !set.has(key));
    if (missing.length === 0) return;
    const found = new Map<string, Standing>(build.getMany(missing));
    const gone = missing.filter((key) => !found.has(key));
    for (const [key, tombstone] of gone.length > 0 ? build.tombstones(gone) : []) found.set(key, { ...tombstone, doc: null });
    for (const key of missing) set.admit(key, found.get(key) ?? null);
  };
  const flush = (checkpoint: Position): void => {
    build.write(set.drain(false).writes, checkpoint);
    set.evict(KEPT);
  };

  for await (const page of log.store.pages(build.checkpoint(), { types: heardBy(projection), pageSize: PAGE })) {
    const end = page.findIndex((record: Recorded) => record.position > to);
    const wanted = end < 0 ? page : page.slice(0, end);
    const decoded = await log.decode(wanted);
    const keys = decoded.map((event) => keysOf(projection, event));
    load(keys.flat());
    for (const [index, event] of decoded.entries()) {
      if (event.type === ERASURE && projection.persons) load(build.keysOfPerson(erasedPerson(event)));
      set.apply(event, keys[index] ?? []);
    }
    events += decoded.length;
    const last = wanted.at(-1);
    if (last) {
      if (set.dirty >= FLUSH || set.size > KEPT) flush(last.position);
      onProgress(events, last.position);
    }
    if (end >= 0) break;
  }
  flush(to);
  return events;
}
