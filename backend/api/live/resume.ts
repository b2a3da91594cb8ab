import type { Position } from '../../../events/store/port.ts';
import type { Change, ChangePlace, ReadStoreReader } from '../../projections/kernel/readStore.ts';
import { RESET_TOPIC, STATUS_TOPIC } from '../../projections/kernel/status.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { announcedApart } from '../contract/topics.ts';
import { changesFor, withCommon } from './audience.ts';
import { type Batches, nextBatch } from './batches.ts';
import type { Reached } from './changeFeed.ts';
import { type Connection, paid, RESUME_COST, type Resume } from './connection.ts';
import type { Pump } from './pump.ts';
import { type TopicsOf, topicsAsked } from './topics.ts';

/** The most changes that a resume may ask for; with more it gets a reset. */
const RESUME_LIMIT = 2_000;

/** The part of the hub that a resume needs. `parsePosition`: null where the text is none. */
export interface ResumeDeps {
  reader: Pick<ReadStoreReader, 'changesSince'>;
  parsePosition: (text: string) => Position | null;
  reached: Readonly<Reached>;
  pump: Pick<Pump, 'run'>;
  topics: TopicsOf;
  batches: Batches;
  failed: (error: unknown) => void;
}

/** Answers what connections ask for when they connect or come back: all topics that they want, with what happened to them since a place. */
export function createResumes({ reader, parsePosition, reached, pump, topics, batches, failed }: ResumeDeps) {
  const placeGiven = (given: unknown): ChangePlace | null => {
    const { n, position, epoch } = (given ?? {}) as { n?: unknown; position?: unknown; epoch?: unknown };
    const parsed = typeof position === 'string' ? parsePosition(position) : null;
    const whole = Number.isSafeInteger(n) && Number(n) > 0 && Number.isSafeInteger(epoch);
    return whole && parsed !== null ? { n: Number(n), position: parsed, epoch: Number(epoch) } : null;
  };

  /** Joins the permitted ones; answers those that were refused, and why. */
  const joinAll = async (connection: Connection, asked: readonly string[]): Promise<Record<string, ErrorCode> | null> => {
    const refused: Record<string, ErrorCode> = {};
    for (const topic of asked) {
      if (!connection.socket.connected) return null;
      const error = await topics.resume(connection, topic);
      if (error) refused[topic] = error;
      // Changes outside the log that it missed are unknown.
      else if (announcedApart(topic)) connection.socket.emit('aside', { topic, id: null });
    }
    return refused;
  };

  /** What the connection missed between `since` (with the exact place, where it is known) and `until`; null where that is not known, or too much. */
  const missedBy = async (
    connection: Connection,
    since: Position,
    behind: ChangePlace | null,
    until: Reached,
  ): Promise<readonly Change[] | null> => {
    const missed = await reader.changesSince(
      behind ?? { n: 0, position: since, epoch: 0 },
      [...withCommon(connection.topics), RESET_TOPIC],
      RESUME_LIMIT + 1,
    );
    const sent = until.place?.n ?? 0;
    // A bare position covers everything but what is outside the log.
    const news = missed
      ?.filter(
        ({ n, topic, position }) => n <= sent && (behind !== null || position > since || topic === STATUS_TOPIC || topic === RESET_TOPIC),
      )
      .flatMap((change) => (change.topic === RESET_TOPIC ? [change] : changesFor(change, connection.topics)));
    return !news || news.length > RESUME_LIMIT || news.some(({ topic }) => topic === RESET_TOPIC) ? null : news;
  };

  async function resume(connection: Connection, { from, place: given, topics: named }: Resume): Promise<void> {
    const { socket } = connection;
    const asked = topicsAsked(named).filter((topic) => !connection.topics.has(topic));
    if (!(await paid(connection, RESUME_COST + asked.length))) return;
    const aside = { changes: [] as Change[], reset: false };
    connection.aside = aside;
    try {
      const refused = await joinAll(connection, asked);
      if (refused === null) return;
      const more = Object.keys(refused).length > 0 ? { refused } : {};
      await pump.run();
      // From here on, what is sent to others is kept for this connection too; its answer covers what was sent before.
      const until = { upto: reached.upto, place: reached.place };
      const answer = (since: Position | null, behind: ChangePlace | null, news: readonly Change[]) => {
        connection.sent = since;
        connection.place = behind;
        socket.emit('batch', nextBatch(connection, news, until, more));
        aside.changes = aside.changes.filter(({ n }) => n > (until.place?.n ?? 0));
      };
      const readAgain = () => {
        aside.reset = false;
        aside.changes = [];
        batches.reset(connection, more);
      };
      if (from === null || from === undefined) return answer(until.upto, until.place, []);
      const since = typeof from === 'string' ? parsePosition(from) : null;
      // From something that is not a position, what was missed is unknown.
      if (since === null || (until.upto !== null && since > until.upto)) return readAgain();
      const behind = placeGiven(given);
      const news = await missedBy(connection, since, behind, until);
      if (!socket.connected) return;
      if (news === null || aside.reset) return readAgain();
      answer(since, behind, news);
    } finally {
      connection.aside = null;
      if (aside.reset) batches.reset(connection);
      else if (aside.changes.length > 0) batches.send(connection, aside.changes);
    }
  }

  /** One resume of a connection at a time; of several that wait, the last one counts. */
  return (connection: Connection, asked: Resume): void => {
    connection.asked = asked;
    if (connection.resuming) return;
    connection.resuming = true;
    const inTurn = async () => {
      for (let next = connection.asked; next && connection.socket.connected; next = connection.asked) {
        connection.asked = null;
        // Its topics are not followed, and it would not know: it must ask again, perhaps another node.
        await resume(connection, next).catch((error: unknown) => {
          failed(error);
          connection.socket.disconnect();
        });
      }
      connection.resuming = false;
    };
    void inTurn();
  };
}
