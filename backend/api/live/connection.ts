import type { Socket } from 'socket.io';
import type { Position } from '../../../events/store/port.ts';
import type { Change, ChangePlace } from '../../projections/kernel/readStore.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { TokenBucket } from '../plugins/tokenBucket.ts';
import type { SeenSession } from '../plugins/viewing.ts';
import type { Share } from './shares.ts';

/** The messages on the wire (operations.md, Live). */
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
  /** A client that resumes from this place gets everything after it once, including changes at a position that has been passed (resets, rows of status). */
  place?: ChangePlace;
  /** The place that the batch continues from. */
  after?: ChangePlace;
  /** The answer to a resume: topics that are not followed, and why. */
  refused?: Record<string, ErrorCode>;
}

/** What a client asks for when it connects or reconnects; unchecked. */
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
  /** The person as whom the connection sees: an administrator's may stand for somebody else. */
  session: SeenSession | null;
  /** Whether it was authenticated by a browser's cookie. */
  byCookie: boolean;
  /** Its session has ended; what it asks for is answered with SESSION_ENDED. */
  stale: boolean;
  topics: Set<string>;
  /** Topics that it wants but may not follow now. */
  wanted: Set<string>;
  /** The place up to which this connection has been sent what it follows. */
  sent: Position | null;
  place: ChangePlace | null;
  /** During a resume: what was sent to the others meanwhile. */
  aside: { changes: Change[]; reset: boolean } | null;
  /** The next resume: each names all topics that the client wants, so only the last one is answered. */
  asked: Resume | null;
  resuming: boolean;
  /** When its session was last checked, on the clock of performance.now(); -Infinity: not yet. */
  lookedAt: number;
  budget: TokenBucket;
  /** What it has in common with the other connections of its person, or of visitors from its place. */
  share: Share;
  /** The rate of its messages, whatever they ask. */
  messages: TokenBucket;
  /** Ends the wait for the budget when the connection ends. */
  gone: AbortController;
}

/** The cost of a resume: 10, and 1 for each topic that it names and that is new. */
export const RESUME_COST = 10;

/** What one connection may ask for. */
export const CONNECTION = { burst: 600, perSecond: 30 };
/** Takes the cost from the connection's budget and from the shared one, and answers 0; where one of them has too little, takes nothing, and answers the milliseconds to wait. */
export function payOf({ budget, share }: Pick<Connection, 'budget' | 'share'>, cost: number): number {
  const wait = Math.max(budget.wait(cost), share.budget.wait(cost));
  if (wait > 0) return wait;
  budget.take(cost);
  share.budget.take(cost);
  return 0;
}

/** Waits until the connection's budget allows it; false where it ended meanwhile. */
export async function paid(connection: Connection, cost: number): Promise<boolean> {
  const { gone, socket } = connection;
  for (let wait = payOf(connection, cost); wait > 0; wait = payOf(connection, cost)) {
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
