import { type Bound, occurredAt } from './moments.ts';
import type { EventStore, Recorded } from './port.ts';

/** Something tried to write into the log of a past moment. */
export class PastIsReadOnly extends Error {
  constructor() {
    super('the past cannot be changed');
    this.name = 'PastIsReadOnly';
  }
}

/** The log as it was at a moment: what occurred later is not in it, and nothing can be written. Closing it leaves the log open. */
export function boundedLog(store: EventStore, { moment, last, next }: Bound): EventStore {
  const isIncluded = (event: Recorded) => last !== null && event.position <= last && occurredAt(event) <= moment;
  const isBeyond = (event: Recorded) => last === null || event.position > last;
  async function* included(events: AsyncIterable<Recorded>, { backwards = false, limit = Infinity }): AsyncIterable<Recorded> {
    let left = limit;
    if (last === null || left <= 0) return;
    for await (const event of events) {
      if (!backwards && isBeyond(event)) return;
      if (!isIncluded(event)) continue;
      yield event;
      if (--left === 0) return;
    }
  }
  return {
    async append() {
      throw new PastIsReadOnly();
    },
    async *readStream(stream, from) {
      // Later events of a stream build on earlier ones, so a stream ends at the first event that is left out.
      for await (const event of store.readStream(stream, from)) {
        if (!isIncluded(event)) return;
        yield event;
      }
    },
    // The limit counts only included events, so the store cannot apply it.
    readAll: (after, { limit = Infinity, backwards = false, ...wanted } = {}) =>
      included(store.readAll(backwards ? (after ?? next) : after, { ...wanted, backwards }), { backwards, limit }),
    async *pages(after, { limit = Infinity, backwards = false, ...wanted } = {}) {
      let left = limit;
      if (last === null) return;
      for await (const page of store.pages(backwards ? (after ?? next) : after, { ...wanted, backwards })) {
        const kept = page.filter(isIncluded).slice(0, left);
        left -= kept.length;
        if (kept.length > 0) yield kept;
        if (left <= 0 || (!backwards && page.some(isBeyond))) return;
      }
    },
    async *subscribeAll(after, signal, types) {
      for await (const event of included(store.readAll(after, types && { types: [...types] }), {})) {
        if (signal.aborted) return;
        yield { kind: 'event', event };
      }
      yield { kind: 'caughtUp' };
      if (!signal.aborted) await new Promise<void>((ended) => signal.addEventListener('abort', () => ended(), { once: true }));
    },
    head: async () => last,
    parsePosition: (text) => store.parsePosition(text),
    async close() {},
  };
}
