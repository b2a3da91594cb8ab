import type { Position } from '../../../events/store/port.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { readTopic } from '../contract/topics.ts';
import type { Reached } from './changeFeed.ts';
import { type Connection, payOf } from './connection.ts';
import type { Followers } from './followers.ts';
import type { MayFollow } from './permission.ts';
import type { Pump } from './pump.ts';

const MAX_TOPICS = 300;
const MAX_TOPIC_LENGTH = 100;

export const isTopicName = (topic: unknown): topic is string => typeof topic === 'string' && topic.length <= MAX_TOPIC_LENGTH;
/** The topics that a resume names; one that names very many is cut. */
export const topicsAsked = (topics: unknown): string[] =>
  (Array.isArray(topics) ? topics.slice(0, 2 * MAX_TOPICS) : []).filter(isTopicName);

const isFull = ({ topics, wanted, share }: Connection): boolean => topics.size + wanted.size >= MAX_TOPICS || share.topics >= share.most;
const refusal = ({ session, stale }: Connection): ErrorCode => (session ? 'FORBIDDEN' : stale ? 'SESSION_ENDED' : 'AUTH_REQUIRED');

export type TopicsOf = ReturnType<typeof createTopics>;

/** Lets connections follow topics, while they may. A topic that one may not follow now is kept as wanted, and joined once it may. */
export function createTopics(followers: Followers, mayFollow: MayFollow, pump: Pick<Pump, 'idle'>, reached: Readonly<Reached>) {
  /** Follows from now on; returns the position that a snapshot must have to miss nothing of the topic. */
  const follow = async (connection: Connection, topic: string): Promise<Position | null> => {
    followers.follow(connection, topic);
    // The batch being read may have been selected without this topic: it counts as sent.
    await pump.idle();
    return reached.upto;
  };
  const refuse = (connection: Connection, topic: string): ErrorCode => {
    if (readTopic(topic) !== null) connection.wanted.add(topic);
    return refusal(connection);
  };
  return {
    /** For a resume: why the topic is not followed; null where it is now. */
    async resume(connection: Connection, topic: string): Promise<ErrorCode | null> {
      connection.wanted.delete(topic);
      if (isFull(connection)) return 'TOO_MANY_TOPICS';
      if (!(await mayFollow(topic, connection.session))) return refuse(connection, topic);
      followers.follow(connection, topic);
      return null;
    },
    /** For one topic that a page asks for: what it is answered. */
    async join(connection: Connection, topic: unknown): Promise<{ position: Position | null } | { error: ErrorCode }> {
      if (!isTopicName(topic)) return { error: 'MALFORMED' };
      if (payOf(connection, 1) > 0) return { error: 'TOO_MANY_REQUESTS' };
      if (!connection.topics.has(topic) && isFull(connection)) return { error: 'TOO_MANY_TOPICS' };
      if (!(await mayFollow(topic, connection.session))) {
        const error = refuse(connection, topic);
        if (connection.stale) connection.socket.emit('ended', { code: 'SESSION_ENDED' satisfies ErrorCode });
        return { error };
      }
      connection.wanted.delete(topic);
      return { position: await follow(connection, topic) };
    },
    leave(connection: Connection, topic: unknown): void {
      if (typeof topic !== 'string') return;
      connection.wanted.delete(topic);
      followers.unfollow(connection, topic);
    },
    /** Leaves what its session may no longer follow, and joins what it wanted and now may. */
    async check(connection: Connection): Promise<void> {
      const { session, socket } = connection;
      for (const topic of [...connection.topics]) {
        if (await mayFollow(topic, session)) continue;
        followers.unfollow(connection, topic);
        connection.wanted.add(topic);
        socket.emit('left', { topic, code: refusal(connection) });
      }
      for (const topic of [...connection.wanted]) {
        if (!socket.connected) return;
        if (!(await mayFollow(topic, session)) || !connection.wanted.delete(topic)) continue;
        socket.emit('joined', { topic, position: await follow(connection, topic) });
      }
    },
  };
}
