import type { Position } from '../../../../events/store/port.ts';
import { type ErrorCode, errorCatalogue } from '../../contract/errors.ts';
import { ApiError } from '../../error.ts';
import type { Asked } from './questions.ts';

/** A question is asked again at the earliest this many milliseconds after its last answer, and this many times as long as that answer took. */
const REST_MS = 15_000;
const REST_TIMES = 20;
/** When other questions were first, it is tried again after this many milliseconds. */
const BUSY_MS = 5_000;

export interface LiveAnswer {
  /** The last answer; null: there is none yet. */
  answer: NonNullable<Asked['answer']> | null;
  /** How many events it was asked of, or have been copied so far. */
  events: number;
  /** When the last answer came; null: none has. */
  at: string | null;
  /** Why the last try brought no answer. */
  failed: ErrorCode | null;
}
interface Kept extends LiveAnswer {
  head: Position | null | undefined;
  due: number;
  asking: boolean;
}

const nothing: LiveAnswer = { answer: null, events: 0, at: null, failed: null };

/**
 * Answers of questions that several people look at: kept, and asked again while somebody looks and the log has moved, one at a time. Whoever asks gets what is
 * there, at once: however many look, the school asks each question once in fifteen seconds at most.
 */
export function createLiveAnswers(
  ask: (sql: string, signal: AbortSignal) => Promise<Pick<Asked, 'answer' | 'events'>>,
  head: () => Promise<Position | null>,
  options: { now: () => number; failed: (error: unknown) => void },
) {
  const { now } = options;
  const kept = new Map<string, Kept>();
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  async function renew(sql: string, one: Kept, seen: Position | null): Promise<void> {
    // Nobody pins it any more.
    if (closing.signal.aborted || kept.get(sql) !== one) return;
    const began = now();
    try {
      const { answer, events } = await ask(sql, closing.signal);
      one.events = events;
      one.failed = null;
      // Events are still being copied: it goes on with the next look.
      if (!answer) return;
      Object.assign(one, { answer, at: new Date(now()).toISOString(), head: seen });
    } catch (error) {
      const code = error instanceof ApiError && Object.hasOwn(errorCatalogue, error.code) ? error.code : 'INTERNAL';
      if (code === 'QUERY_BUSY') {
        one.due = now() + BUSY_MS;
        return;
      }
      if (code === 'INTERNAL' && !closing.signal.aborted) options.failed(error);
      one.failed = code;
      one.head = seen;
    }
    one.due = now() + Math.max(REST_MS, REST_TIMES * (now() - began));
  }

  return {
    /** What is there of each of these, which are all that are pinned; what is due is asked from now on. */
    async of(questions: readonly string[]): Promise<LiveAnswer[]> {
      for (const sql of kept.keys()) if (!questions.includes(sql)) kept.delete(sql);
      const seen = questions.length > 0 ? await head() : null;
      return questions.map((sql) => {
        const one: Kept = kept.get(sql) ?? { ...nothing, head: undefined, due: 0, asking: false };
        kept.set(sql, one);
        if (!one.asking && one.head !== seen && one.due <= now()) {
          one.asking = true;
          last = last
            .then(() => renew(sql, one, seen))
            .finally(() => {
              one.asking = false;
            });
        }
        const { answer, events, at, failed } = one;
        return { answer, events, at, failed };
      });
    },
    /** Resolves once nothing is being asked. */
    settled: (): Promise<unknown> => last,
    async close(): Promise<void> {
      closing.abort();
      await last;
    },
  };
}
