import type { Socket } from 'socket.io';
import type { Position } from '../../../events/store/port.ts';
import type { Change, ChangePlace } from '../../projections/kernel/readStore.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { SeenSession } from '../plugins/viewing.ts';

/** What goes over the wire (operations.md, Live). */
export interface LiveItem {
  position: string;
  topic: string;
  id: string;
  version: number;
  op: Change['op'];
  data?: object;
}
export interface LiveBatch {
  prev: string | null;
  upto: string | null;
  items: LiveItem[];
  /** Whoever says this place on a resume is sent everything behind it once, also what comes at a position that has been passed (resets, rows of status). */
  place?: ChangePlace;
  /** The place that the batch goes on from. */
  after?: ChangePlace;
  /** The answer to a resume: topics that are not followed, and why. */
  refused?: Record<string, ErrorCode>;
}

/** What a client asks for when it comes, or comes back; as it came, unchecked. */
export interface Resume {
  from: unknown;
  place: unknown;
  topics: unknown;
}

export const item = ({ position, topic, id, version, op, view }: Change): LiveItem => ({
  ...{ position, topic, id, version, op },
  ...(view && { data: view }),
});

/** One open page, or program, and what it follows. */
export interface Connection {
  socket: Socket;
  /** As what it is seen: an administrator's may stand for somebody else. */
  session: SeenSession | null;
  /** Whether a browser's cookie brought it. */
  byCookie: boolean;
  /** It came with what opened a session once: whoever asks for more is told that it is over. */
  stale: boolean;
  topics: Set<string>;
  /** Topics that it wants and may not follow now. */
  wanted: Set<string>;
  /** Up to where this connection has been sent what it follows. */
  sent: Position | null;
  place: ChangePlace | null;
  /** While a resume is being read: what was sent to the others meanwhile. */
  aside: { changes: Change[]; reset: boolean } | null;
  /** The resume that waits its turn: each says all that the client wants, so the last one counts. */
  asked: Resume | null;
  resuming: boolean;
  /** When its session was last looked at, on the clock of performance.now(); -Infinity: not yet since it came. */
  lookedAt: number;
  budget: Budget;
  /** Ends the waiting for the budget when the connection ends. */
  gone: AbortController;
}

/** What one connection may ask for: a topic costs 1, a resume 10 and its new topics. */
const BURST = 1_000;
const PER_SECOND = 30;
export const RESUME_COST = 10;

export class Budget {
  #left = BURST;
  #at = performance.now();

  /** Milliseconds until `cost` can be paid; 0: it has been. */
  pay(cost: number): number {
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1_000);
    this.#at = now;
    if (this.#left < cost) return Math.ceil(((cost - this.#left) * 1_000) / PER_SECOND);
    this.#left -= cost;
    return 0;
  }
}

/** Waits until the connection has earned what it asks for; false when it ended meanwhile. */
export async function paid({ budget, gone, socket }: Connection, cost: number): Promise<boolean> {
  for (let wait = budget.pay(cost); wait > 0; wait = budget.pay(cost)) {
    await new Promise<void>((go) => {
      const timer = setTimeout(go, wait);
      gone.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        go();
      });
    });
    if (gone.signal.aborted) return false;
  }
  return socket.connected;
}
