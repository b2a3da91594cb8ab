import type { Socket } from 'socket.io-client';
import type { Position, Topic } from './tails.ts';

/** By topic, the code of the reason why it is not followed. */
export type Refused = Record<string, string>;

/**
 * Which topics of the page the server follows for this connection. `topics`: what the page follows. `onTurn`: one is no longer followed (null), or followed
 * again from a position on. `onPartial`: whether some are above the limit of a connection.
 */
export function createMembership(
  socket: Socket,
  topics: ReadonlyMap<string, Topic>,
  onTurn: (topic: string, from: Position | null) => void,
  onPartial: (partial: boolean) => void,
) {
  /** The topics that this connection follows, and from which position on. */
  let joined = new Map<string, Promise<Position | null>>();
  /** Joins without an answer yet: changes of these topics may have been missed meanwhile. */
  const owed = new Set<string>();
  /** Topics above the limit of a connection: requested again as soon as another one is left. */
  const beyond = new Set<string>();
  /** Topics that the server refused on this connection. */
  const refused = new Set<string>();
  const counted = () => onPartial(beyond.size > 0);

  /** Data of a topic that may no longer be followed is read again; data of one that may be followed again is read from the position at which it was joined. */
  const turned = (topic: string, from: Position | null) => {
    if (!topics.has(topic)) return;
    joined.set(topic, Promise.resolve(from));
    onTurn(topic, from);
  };
  /** The page's data may have been read while it still could: it is read again, once. */
  const denied = (topic: string) => {
    if (refused.has(topic)) return;
    refused.add(topic);
    onTurn(topic, null);
  };
  socket.on('left', ({ topic }: { topic: string }) => turned(topic, null));
  socket.on('joined', ({ topic, position }: { topic: string; position: Position | null }) => {
    refused.delete(topic);
    turned(topic, position);
  });
  socket.on('disconnect', () => {
    joined = new Map();
    beyond.clear();
    refused.clear();
    counted();
  });

  /** A resume would tell what happened from the other topics' position; these may need an earlier one. With a handshake they are read again. */
  const reconnect = () => {
    if (!socket.connected || owed.size === 0) return;
    socket.disconnect();
    socket.connect();
  };
  const ask = async (topic: string): Promise<Position | null> => {
    try {
      const answer = (await socket.timeout(3_000).emitWithAck('join', topic)) as { position?: Position; error?: string };
      if (answer.error === 'TOO_MANY_REQUESTS') {
        owed.add(topic);
        setTimeout(reconnect, 2_000);
      }
      if (answer.error === 'TOO_MANY_TOPICS') beyond.add(topic);
      else beyond.delete(topic);
      counted();
      if (answer.error === undefined) refused.delete(topic);
      else if (!answer.error.startsWith('TOO_MANY')) denied(topic);
      return answer.position ?? null;
    } catch {
      owed.add(topic);
      reconnect();
      return null;
    }
  };
  const join = async (topic: string): Promise<Position | null> => {
    if (!socket.connected) return null;
    const asking = joined.get(topic) ?? ask(topic);
    joined.set(topic, asking);
    return asking;
  };
  /** Where one was left, another may be followed. */
  const next = () => {
    const [topic] = beyond;
    if (topic === undefined) return;
    joined.delete(topic);
    void join(topic).then((from) => from !== null && turned(topic, from));
  };

  return {
    /** A handshake names all topics of the page, from this position on. */
    name: (from: Position | null): string[] => {
      joined = new Map([...topics.keys()].map((topic) => [topic, Promise.resolve(from)]));
      return [...joined.keys()];
    },
    /** Whether some were asked for while a handshake was under way. */
    isMissing: () => [...topics.keys()].some((topic) => !joined.has(topic)),
    /** The server itself checks refused topics again from time to time, and says when they are followed. */
    refuse: (codes: Refused) => {
      for (const [topic, code] of Object.entries(codes)) {
        joined.set(topic, Promise.resolve(null));
        if (code !== 'TOO_MANY_TOPICS') denied(topic);
        else if (topics.has(topic)) beyond.add(topic);
      }
      counted();
    },
    /** The first batch of a connection answers its handshake, which named the topics: it has their changes from its beginning on. */
    answered: (codes: Refused, from: Position | null) => {
      for (const topic of owed) if (owed.delete(topic) && codes[topic] === undefined) turned(topic, from);
    },
    /** A reset: everything is read again, so no missed change is owed any more. */
    forget: () => owed.clear(),
    /** Tells the server, once for all followers of the topic; resolves with the position that a snapshot of the topic must have to miss nothing (null: not connected, the handshake asks). */
    join,
    leave: (topic: string) => {
      if (joined.delete(topic)) socket.emit('leave', topic);
      if (!beyond.delete(topic)) next();
      counted();
    },
  };
}
