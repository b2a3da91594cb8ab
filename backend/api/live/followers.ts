import { commonOf, withCommon } from './audience.ts';
import type { Connection } from './connection.ts';

export type Followers = ReturnType<typeof createFollowers>;

/** Which connections follow which topic. Who follows a topic is also found under the common one behind it (audience.ts). */
export function createFollowers() {
  const byTopic = new Map<string, Set<Connection>>();
  return {
    follow(connection: Connection, topic: string): void {
      // The connection ended while its permission was checked; nothing would remove it later.
      if (connection.gone.signal.aborted) return;
      if (!connection.topics.has(topic)) connection.share.topics += 1;
      connection.topics.add(topic);
      for (const one of withCommon([topic])) {
        const followers = byTopic.get(one) ?? new Set();
        byTopic.set(one, followers.add(connection));
      }
    },
    unfollow(connection: Connection, topic: string): void {
      if (connection.topics.delete(topic)) connection.share.topics -= 1;
      const common = commonOf(topic);
      const still = common !== null && withCommon(connection.topics).includes(common);
      for (const one of common === null || still ? [topic] : [topic, common]) {
        const followers = byTopic.get(one);
        followers?.delete(connection);
        if (followers?.size === 0) byTopic.delete(one);
      }
    },
    of: (topic: string): Iterable<Connection> => byTopic.get(topic) ?? [],
    isFollowed: (topic: string): boolean => byTopic.has(topic),
    /** The followed topics with this prefix. */
    topics: (prefix: string): string[] => [...byTopic.keys()].filter((topic) => topic.startsWith(prefix)),
  };
}
