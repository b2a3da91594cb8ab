import type { EventStore, Position, Recorded } from './port.ts';

/** Where the log ended at a moment. Events may be stored in another order than they occurred: clocks differ, and what a device did offline arrives later. */
export interface Bound {
  /** Epoch milliseconds: what occurred then is included, what occurred later is not. */
  moment: number;
  /** Position of the last event included; null: none. */
  last: Position | null;
  /** Position of the event that follows it, from where reading backwards begins; null: it is the last of the log. */
  next: Position | null;
  /** About how many events are included. */
  events: number;
}

/** A part of the log. */
export interface Stretch {
  /** Begins after this position; null: at the beginning of the log. */
  after: Position | null;
  /** Its last event. */
  last: Position;
}

/** When it occurred, in epoch milliseconds; 0 where its metadata do not say. */
export const occurredAt = ({ metadata }: Pick<Recorded, 'metadata'>): number => Date.parse(String(metadata.occurredAt)) || 0;

interface Block {
  /** Position before its first event. */
  after: Position | null;
  first: Position;
  last: Position;
  events: number;
  earliest: number;
  latest: number;
}

const PAGE = 1_000;

const known = new WeakMap<Pick<EventStore, 'pages' | 'readAll'>, ReturnType<typeof createMoments>>();
/** The moments of a store, one object per store, so that what is remembered of a log is in memory once. */
export function momentsOf(store: Pick<EventStore, 'pages' | 'readAll'>): ReturnType<typeof createMoments> {
  const found = known.get(store) ?? createMoments(store);
  known.set(store, found);
  return found;
}

/**
 * Finds where a log ended at any moment, by remembering the times of each thousand events. The first question reads the whole log, later ones only what is
 * new.
 */
export function createMoments(store: Pick<EventStore, 'pages' | 'readAll'>, pageSize = PAGE) {
  const blocks: Block[] = [];
  let reading: Promise<void> = Promise.resolve();
  const readOn = async (): Promise<void> => {
    // The last block may have been incomplete.
    if ((blocks.at(-1)?.events ?? pageSize) < pageSize) blocks.pop();
    let after = blocks.at(-1)?.last ?? null;
    for await (const page of store.pages(after, { pageSize })) {
      const times = page.map(occurredAt);
      const [first, last] = [(page[0] as Recorded).position, (page.at(-1) as Recorded).position];
      blocks.push({
        after,
        first,
        last,
        events: page.length,
        earliest: times.reduce((one, other) => Math.min(one, other)),
        latest: times.reduce((one, other) => Math.max(one, other)),
      });
      after = last;
    }
  };
  const uptodate = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(readOn);
    return reading;
  };
  return {
    /** When the first event occurred, in epoch milliseconds; null: the log is empty. */
    async first(): Promise<number | null> {
      if (blocks.length === 0) await uptodate();
      return blocks[0]?.earliest ?? null;
    },
    /**
     * The part of the log outside of which nothing occurred later than `since` and not later than `until` (epoch milliseconds): it lies behind `after`
     * and before `next`, each null where it is the end of the log itself; null: there is no such event.
     */
    async between(since: number, until: number): Promise<{ after: Position | null; next: Position | null } | null> {
      await uptodate();
      const wanted = ({ earliest, latest }: Block) => latest > since && earliest <= until;
      const first = blocks.find(wanted);
      return first ? { after: first.after, next: blocks[blocks.findLastIndex(wanted) + 1]?.first ?? null } : null;
    },
    /** Outside of which nothing occurred until the moment, in order. */
    async stretches(moment: number): Promise<Stretch[]> {
      await uptodate();
      const found: Stretch[] = [];
      for (const { after, last } of blocks.filter(({ earliest }) => earliest <= moment)) {
        const before = found.at(-1);
        if (before && before.last === after) before.last = last;
        else found.push({ after, last });
      }
      return found;
    },
    /** Events in the log when it was last read. */
    written: (): number => blocks.reduce((sum, { events }) => sum + events, 0),
    async bound(moment: number): Promise<Bound> {
      await uptodate();
      const block = blocks.findLast(({ earliest }) => earliest <= moment);
      if (!block) return { moment, last: null, next: null, events: 0 };
      let last: Position | null = null;
      let next: Position | null = null;
      let seen = 0;
      for await (const event of store.readAll(block.after)) {
        if (event.position <= block.last && occurredAt(event) <= moment) [last, next] = [event.position, null];
        else next ??= event.position;
        if (++seen > block.events) break;
      }
      const events = blocks.filter(({ earliest }) => earliest <= moment).reduce((sum, one) => sum + one.events, 0);
      return { moment, last, next, events };
    },
  };
}
