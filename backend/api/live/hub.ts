import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { spanClock, spans } from '../../../events/spans.ts';
import type { Position } from '../../../events/store/port.ts';
import type { SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import { type Change, type ChangeHead, type ChangePlace, type Following, placeOf } from '../../projections/kernel/readStore.ts';
import { RESET_TOPIC, STATUS_TOPIC } from '../../projections/kernel/status.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { type PolicyRow, policies } from '../contract/policy.ts';
import { roleCodes } from '../contract/roles.ts';
import { announcedApart, readTopic } from '../contract/topics.ts';
import type { Deps } from '../deps.ts';
import { knowsHost } from '../plugins/hosts.ts';
import { endedIdle, fromOwnOrigin } from '../plugins/identity.ts';
import { TokenBucket } from '../plugins/tokenBucket.ts';
import { ownerOf, seenAs } from '../plugins/viewing.ts';
import { changesFor, commonOf, withCommon } from './audience.ts';
import { CONNECTION, type Connection, item, type LiveBatch, paid, payOf, RESUME_COST, type Resume } from './connection.ts';
import { type Arrival, handshake } from './handshake.ts';
import { createShares } from './shares.ts';

/** The part of Socket.IO that the hub needs, so that tests can replace it. */
export type Sockets = Pick<Server, 'use' | 'on' | 'to' | 'close'>;

/** The interval of polling for commits, where nothing reports them; and of a check where something does. */
const POLL_MS = 20;
const LOOK_MS = 500;
/** Under load, commits within this time are read together. */
const TOGETHER_MS = 4;
const HEARTBEAT_MS = 5_000;
/** The least time between two checks of a connection: each check reads its session and the courses it follows. */
const LOOK_AGAIN_MS = 1_000;
const BEAT_MS = 25;
const PAGE = 1_000;
/** The most changes that a resume may ask for; with more it gets a reset. */
const RESUME_LIMIT = 2_000;
const MAX_TOPICS = 300;
const MAX_TOPIC_LENGTH = 100;
/** Messages of one connection: a page sends some for each screen. What sends more is no page, and is cut off. */
const MESSAGES = { burst: 500, perSecond: 30 };
/** Where those of one person or place are too many together, whoever has so many left may go on. */
const QUIET = 400;
export type Hub = Awaited<ReturnType<typeof createHub>>;
/** Where nothing moves: nobody follows, and nobody is told. */
export const silentHub: Hub = {
  notify() {},
  recheck() {},
  tell() {},
  followed: () => [],
  connections: () => 0,
  async close() {},
};

const placeBehind = (heads: readonly ChangeHead[]): ChangePlace | null => {
  const last = heads.at(-1);
  return last ? placeOf(last) : null;
};

/** The part of the application that the hub needs. */
export type HubDeps = Pick<Deps, 'clock' | 'commands' | 'reader' | 'sessionTokens' | 'forgetPerson'> & {
  logger: { warn(fields: object, message: string): void };
  config: Pick<Deps['config'], 'publicUrl' | 'publicAliases' | 'trustProxy'>;
};

/**
 * Pushes the log of changes to followers of its topics. Each connection gets a chain `prev → upto`, so that a loss is always detected.
 * The server decides on every join; sessions are checked again when the person's record changes and with every heartbeat.
 */
export async function createHub(
  server: HttpServer,
  deps: HubDeps,
  {
    canReadCourse,
    canReadDiscussion,
    teaches,
  }: {
    canReadCourse: (session: SessionRecord | null, courseId: number) => Promise<boolean>;
    canReadDiscussion: (session: SessionRecord | null, subtopicId: number) => Promise<boolean>;
    teaches: (session: SessionRecord, courseId: number) => Promise<boolean>;
  },
  options: { following: Following; sockets?: Sockets },
) {
  const { commands, reader, sessionTokens, logger, config } = deps;
  const knows = knowsHost(config);
  const io: Sockets =
    options.sockets ??
    new Server(server, {
      path: '/socket.io',
      serveClient: false,
      maxHttpBufferSize: 100_000,
      cors: { origin: config.publicUrl, credentials: true },
      // A page of another site that opens a socket would send the cookie with it.
      allowRequest: ({ headers }, answer) => answer(null, knows(headers.host ?? '') && fromOwnOrigin(headers, config.publicUrl)),
    });
  const all = new Set<Connection>();
  const byTopic = new Map<string, Set<Connection>>();
  let lastN = await reader.lastChange();
  let place: ChangePlace | null = lastN === 0 ? null : placeBehind(await reader.changeHeads(lastN - 1, 1));
  let upto = await reader.checkpoint();
  let draining: Promise<void> | null = null;
  let afterwards: Promise<void> | null = null;
  let closed = false;
  let drainedAt = 0;
  let soon: NodeJS.Timeout | null = null;

  const allowed = async (topic: string, session: SessionRecord | null): Promise<boolean> => {
    const asked = readTopic(topic);
    if (!asked) return false;
    const { policy, id } = asked;
    if (policy === 'course') return canReadCourse(session, Number(id));
    if (policy === 'discussion') return canReadDiscussion(session, Number(id));
    const row: PolicyRow = policies[policy];
    if (row.open) return true;
    if (!session) return false;
    const role = roleCodes[session.role];
    if (row.any?.includes(role)) return true;
    if (!row.when?.roles.includes(role)) return false;
    if (row.when.is === 'teaches') return teaches(session, Number(id));
    return row.when.is === 'self' && id === session.userId;
  };

  const known = (topic: string): boolean => readTopic(topic) !== null;
  const isFull = ({ topics, wanted, share }: Connection): boolean => topics.size + wanted.size >= MAX_TOPICS || share.topics >= share.most;
  const shares = createShares();
  const follow = (connection: Connection, topic: string) => {
    if (!connection.topics.has(topic)) connection.share.topics += 1;
    connection.topics.add(topic);
    for (const one of withCommon([topic])) {
      const followers = byTopic.get(one) ?? new Set();
      byTopic.set(one, followers.add(connection));
    }
  };
  const unfollow = (connection: Connection, topic: string) => {
    if (connection.topics.delete(topic)) connection.share.topics -= 1;
    const common = commonOf(topic);
    const still = common !== null && withCommon(connection.topics).includes(common);
    for (const one of common === null || still ? [topic] : [topic, common]) {
      const followers = byTopic.get(one);
      followers?.delete(connection);
      if (followers?.size === 0) byTopic.delete(one);
    }
  };

  /** The next batch of a connection, which counts as sent. */
  const advance = (
    connection: Connection,
    changes: readonly Change[],
    to: { upto: Position | null; place: ChangePlace | null },
    more = {},
  ): LiveBatch => {
    const batch: LiveBatch = {
      prev: connection.sent,
      upto: to.upto,
      items: changes.map(item),
      ...(to.place && { place: to.place }),
      ...(connection.place && { after: connection.place }),
      ...more,
    };
    connection.sent = to.upto;
    connection.place = to.place;
    return batch;
  };
  const send = (connection: Connection, changes: readonly Change[]) =>
    connection.socket.emit('batch', advance(connection, changes, { upto, place }));
  /** A batch that is the same for several, as for all who look at the catalogue, is encoded once. */
  const sendEach = (outbox: ReadonlyMap<Connection, readonly Change[]>) => {
    const alike = Map.groupBy(outbox, ([{ sent, place }, changes]) =>
      [sent, place?.n, place?.epoch, ...changes.map(({ n, topic }) => `${n} ${topic}`)].join(),
    );
    for (const group of alike.values()) {
      const batches = group.map(([connection, changes]) => advance(connection, changes, { upto, place }));
      if (batches[0]) io.to(group.map(([{ socket }]) => socket.id)).emit('batch', batches[0]);
    }
  };
  const reset = (connection: Connection, more = {}) => {
    connection.sent = upto;
    connection.place = place;
    connection.socket.emit('reset', { at: upto, ...(place && { place }), ...more });
  };

  async function drain(): Promise<void> {
    const began = spanClock();
    // The checkpoint is read first: later reads contain at least everything up to it, and whole batches.
    const checkpoint = await reader.checkpoint();
    const heads: ChangeHead[] = [];
    // Advanced only once all of them are read: after a failure they are read again.
    let n = lastN;
    for (;;) {
      const page = await reader.changeHeads(n, PAGE);
      heads.push(...page);
      n = page.at(-1)?.n ?? n;
      if (page.length < PAGE) break;
    }
    const followed = heads.filter(({ topic }) => byTopic.has(topic)).map((head) => head.n);
    const changes = followed.length === 0 ? [] : await reader.changes(followed);
    const [first] = heads;
    const trimmed = (first !== undefined && first.n > lastN + 1) || changes.length < followed.length;
    lastN = n;
    place = placeBehind(heads) ?? place;
    const furthest = heads.reduce<Position | null>((max, { position }) => (max === null || position > max ? position : max), checkpoint);
    if (furthest !== null && (upto === null || furthest > upto)) upto = furthest;
    if (heads.length === 0) return;
    const outbox = new Map<Connection, Change[]>();
    // Changes trimmed before they were read reach nobody: all followers read again.
    const resets = new Set<Connection>(trimmed ? all : []);
    for (const change of changes) {
      for (const connection of byTopic.get(change.topic) ?? []) {
        const waiting = outbox.get(connection) ?? [];
        waiting.push(...changesFor(change, connection.topics));
        if (waiting.length > 0) outbox.set(connection, waiting);
      }
    }
    const people = new Set<number>();
    for (const { topic, id } of heads) {
      if (topic === RESET_TOPIC) for (const connection of all) resets.add(connection);
      const read = readTopic(topic);
      if (read?.key === 'usuario:{userId}' && read.id !== null) people.add(read.id);
      // The lead may have been erased by another thread.
      if (topic === 'contactos') deps.forgetPerson(id);
    }
    for (const person of people) {
      deps.forgetPerson(String(person));
      recheck(person);
    }
    for (const connection of resets) {
      outbox.delete(connection);
      if (connection.aside) connection.aside.reset = true;
      else reset(connection);
    }
    for (const [{ aside }, waiting] of outbox) aside?.changes.push(...waiting);
    sendEach(new Map([...outbox].filter(([{ aside }]) => aside === null)));
    if (outbox.size > 0 && spans.push.hasSubscribers) {
      const positions = [...new Set([...outbox.values()].flat().map(({ position }) => position))];
      spans.push.tell({ began, ended: spanClock(), positions, connections: outbox.size });
    }
  }

  /** Resolves once everything committed so far has been sent. */
  function pump(): Promise<void> {
    if (closed) return Promise.resolve();
    if (draining) {
      afterwards ??= draining.then(() => {
        afterwards = null;
        return pump();
      });
      return afterwards;
    }
    draining = drain()
      .catch((error: unknown) => {
        if (!closed) logger.warn({ err: error }, 'the log of changes could not be read');
      })
      .finally(() => {
        draining = null;
        drainedAt = performance.now();
      });
    return draining;
  }
  /** Something was committed in this process: read it now. */
  function notify(): void {
    const wait = drainedAt + TOGETHER_MS - performance.now();
    if (wait <= 0) void pump();
    else
      soon ??= setTimeout(() => {
        soon = null;
        void pump();
      }, wait);
  }

  /** The session ended, or the role changed: joins that are no longer allowed end. */
  async function recheckConnection(connection: Connection): Promise<void> {
    const was = connection.session;
    const held = was && (await sessionTokens.current({ userId: ownerOf(was), sessionId: was.sessionId }));
    // No call has used the session for too long; an open connection does not count as use. A program's session does not time out.
    const own = held && connection.byCookie && (await endedIdle(deps, held)) ? null : held;
    const session = own && connection.byCookie ? await seenAs(deps, own) : own;
    if (was && session && was.userId !== session.userId) {
      connection.socket.emit('ended', { code: 'PERSON_CHANGED' satisfies ErrorCode });
      connection.socket.disconnect(true);
      return;
    }
    if (connection.session && !session) {
      connection.socket.emit('ended', { code: 'SESSION_ENDED' });
      connection.socket.disconnect(true);
      return;
    }
    // Even with the same role: a course may have been unpublished, or the learner unenrolled.
    connection.session = session;
    for (const topic of [...connection.topics]) {
      if (await allowed(topic, session)) continue;
      unfollow(connection, topic);
      connection.wanted.add(topic);
      connection.socket.emit('left', { topic, code: refusal(connection) });
    }
    for (const topic of [...connection.wanted]) {
      if (!connection.socket.connected) return;
      if (!(await allowed(topic, session)) || !connection.wanted.delete(topic)) continue;
      connection.socket.emit('joined', { topic, position: await followed(connection, topic) });
    }
  }
  /** Checks a person's connections again at once: a session, role or enrolment changed. */
  function recheck(userId: number): void {
    for (const connection of all)
      if (connection.session && (connection.session.userId === userId || ownerOf(connection.session) === userId))
        recheckConnection(connection).catch((error: unknown) => logger.warn({ err: error }, 'a connection could not be checked'));
  }

  const refusal = ({ session, stale }: Connection): ErrorCode => (session ? 'FORBIDDEN' : stale ? 'SESSION_ENDED' : 'AUTH_REQUIRED');
  /** Follows from now on; returns the position that a snapshot must have to miss nothing of the topic. */
  async function followed(connection: Connection, topic: string): Promise<Position | null> {
    follow(connection, topic);
    // The batch being read may have been selected without this topic: it counts as sent.
    await draining;
    return upto;
  }

  const placeGiven = (given: unknown): ChangePlace | null => {
    const { n, position, epoch } = (given ?? {}) as { n?: unknown; position?: unknown; epoch?: unknown };
    const parsed = typeof position === 'string' ? commands.log.store.parsePosition(position) : null;
    const whole = Number.isSafeInteger(n) && Number(n) > 0 && Number.isSafeInteger(epoch);
    return whole && parsed !== null ? { n: Number(n), position: parsed, epoch: Number(epoch) } : null;
  };

  /** Joins the permitted topics and sends what happened to them since `from`. */
  async function resume(connection: Connection, { from, place: given, topics }: Resume): Promise<void> {
    const { socket } = connection;
    const refused: Record<string, ErrorCode> = {};
    const asked = (Array.isArray(topics) ? topics.slice(0, 2 * MAX_TOPICS) : []).filter(
      (topic): topic is string => typeof topic === 'string' && topic.length <= MAX_TOPIC_LENGTH && !connection.topics.has(topic),
    );
    if (!(await paid(connection, RESUME_COST + asked.length))) return;
    const aside = { changes: [] as Change[], reset: false };
    connection.aside = aside;
    try {
      for (const topic of asked) {
        if (!socket.connected) return;
        connection.wanted.delete(topic);
        if (isFull(connection)) refused[topic] = 'TOO_MANY_TOPICS';
        else if (await allowed(topic, connection.session)) {
          follow(connection, topic);
          // Changes outside the log that it missed are unknown.
          if (announcedApart(topic)) socket.emit('aside', { topic, id: null });
        } else {
          if (known(topic)) connection.wanted.add(topic);
          refused[topic] = refusal(connection);
        }
      }
      const more = Object.keys(refused).length > 0 ? { refused } : {};
      await pump();
      // From here on, what is sent to others is kept for this connection too; its answer covers what was sent before.
      const until = { upto, place };
      const answer = (since: Position | null, behind: ChangePlace | null, news: readonly Change[]) => {
        connection.sent = since;
        connection.place = behind;
        socket.emit('batch', advance(connection, news, until, more));
        aside.changes = aside.changes.filter(({ n }) => n > (until.place?.n ?? 0));
      };
      const readAgain = () => {
        aside.reset = false;
        aside.changes = [];
        reset(connection, more);
      };
      if (from === null || from === undefined) return answer(until.upto, until.place, []);
      const since = typeof from === 'string' ? commands.log.store.parsePosition(from) : null;
      // From something that is not a position, what was missed is unknown.
      if (since === null || (until.upto !== null && since > until.upto)) return readAgain();
      const behind = placeGiven(given);
      const missed = await reader.changesSince(
        behind ?? { n: 0, position: since, epoch: 0 },
        [...withCommon(connection.topics), RESET_TOPIC],
        RESUME_LIMIT + 1,
      );
      if (!socket.connected) return;
      const sent = until.place?.n ?? 0;
      // A bare position covers everything but what is outside the log.
      const news = missed
        ?.filter(
          ({ n, topic, position }) => n <= sent && (behind !== null || position > since || topic === STATUS_TOPIC || topic === RESET_TOPIC),
        )
        .flatMap((change) => (change.topic === RESET_TOPIC ? [change] : changesFor(change, connection.topics)));
      if (!news || news.length > RESUME_LIMIT || aside.reset || news.some(({ topic }) => topic === RESET_TOPIC)) return readAgain();
      answer(since, behind, news);
    } finally {
      connection.aside = null;
      if (aside.reset) reset(connection);
      else if (aside.changes.length > 0) send(connection, aside.changes);
    }
  }

  function resumeInTurn(connection: Connection, asked: Resume): void {
    connection.asked = asked;
    if (connection.resuming) return;
    connection.resuming = true;
    const inTurn = async () => {
      for (let next = connection.asked; next && connection.socket.connected; next = connection.asked) {
        connection.asked = null;
        // Its topics are not followed, and it would not know: it must ask again, perhaps another node.
        await resume(connection, next).catch((error: unknown) => {
          logger.warn({ err: error }, 'a live request failed');
          connection.socket.disconnect();
        });
      }
      connection.resuming = false;
    };
    void inTurn();
  }

  io.use(handshake(deps));
  io.on('connection', (socket) => {
    const { byCookie = false, session = null, stale = false, from: visitor = '' } = socket.data as Partial<Arrival>;
    const { from, place: given, topics, person } = socket.handshake.auth as Partial<Resume> & { person?: unknown };
    // The page says which person it shows: the cookie must still be that person's.
    const expected = typeof person === 'number' ? person : null;
    if (session && expected !== null && session.userId !== expected) {
      socket.emit('ended', { code: 'PERSON_CHANGED' satisfies ErrorCode });
      socket.disconnect();
      return;
    }
    const over = stale || (expected !== null && !session);
    if (over) socket.emit('ended', { code: 'SESSION_ENDED' satisfies ErrorCode });
    const connection: Connection = {
      socket,
      byCookie,
      session,
      stale: over,
      topics: new Set(),
      wanted: new Set(),
      sent: upto,
      place,
      aside: { changes: [], reset: false },
      asked: null,
      resuming: false,
      lookedAt: Number.NEGATIVE_INFINITY,
      budget: new TokenBucket(CONNECTION),
      share: session ? shares.join('person', String(ownerOf(session))) : shares.join('place', visitor),
      messages: new TokenBucket(MESSAGES),
      gone: new AbortController(),
    };
    all.add(connection);
    resumeInTurn(connection, { from, place: given, topics });

    const onMessage = (name: 'resume' | 'join' | 'leave', act: (said: unknown, acknowledge: unknown) => void) =>
      socket.on(name, (said: unknown, acknowledge: unknown) => {
        const { messages, share } = connection;
        const tooMany = messages.take(1) > 0 || (share.messages.take(1) > 0 && messages.wait(QUIET) > 0);
        if (tooMany) socket.disconnect(true);
        else act(said, acknowledge);
      });
    onMessage('resume', (ask) => resumeInTurn(connection, { ...({ from: null, place: null, topics: [] } as Resume), ...(ask as object) }));
    onMessage('join', (topic, acknowledge) => {
      const answer = typeof acknowledge === 'function' ? (acknowledge as (value: object) => void) : () => {};
      const work = async () => {
        if (typeof topic !== 'string' || topic.length > MAX_TOPIC_LENGTH) return answer({ error: 'MALFORMED' });
        if (payOf(connection, 1) > 0) return answer({ error: 'TOO_MANY_REQUESTS' });
        if (!connection.topics.has(topic) && isFull(connection)) return answer({ error: 'TOO_MANY_TOPICS' });
        if (!(await allowed(topic, connection.session))) {
          if (known(topic)) connection.wanted.add(topic);
          if (connection.stale) socket.emit('ended', { code: 'SESSION_ENDED' satisfies ErrorCode });
          return answer({ error: refusal(connection) });
        }
        connection.wanted.delete(topic);
        answer({ position: await followed(connection, topic) });
      };
      work().catch((error: unknown) => logger.warn({ err: error }, 'a live request failed'));
    });
    onMessage('leave', (topic) => {
      if (typeof topic !== 'string') return;
      connection.wanted.delete(topic);
      unfollow(connection, topic);
    });
    socket.on('disconnect', () => {
      all.delete(connection);
      connection.gone.abort();
      for (const topic of [...connection.topics]) unfollow(connection, topic);
      connection.share.connections -= 1;
    });
  });

  const polls = [setInterval(() => options.following.tells || void pump(), POLL_MS), setInterval(() => void pump(), LOOK_MS)];
  // Each is checked within the heartbeat's interval, a few at once: all together would hold up everything else.
  let round = all.values();
  const heartbeat = setInterval(() => {
    for (let left = Math.ceil((all.size * BEAT_MS) / HEARTBEAT_MS); left > 0; left--) {
      let turn = round.next();
      if (turn.done) {
        round = all.values();
        turn = round.next();
      }
      if (turn.done) return;
      const connection = turn.value;
      const now = performance.now();
      const looks = now - connection.lookedAt >= LOOK_AGAIN_MS;
      // Clients that wait for a position learn with the next check that it was reached.
      if ((looks || connection.sent !== upto) && !connection.aside) send(connection, []);
      if (!looks) continue;
      connection.lookedAt = now;
      recheckConnection(connection).catch((error: unknown) => logger.warn({ err: error }, 'a connection could not be checked'));
    }
  }, BEAT_MS);

  return {
    notify,
    recheck,
    /** Tells followers of a topic that something changed which is no event, outside the log of changes. */
    tell(topic: string, id: string): void {
      for (const connection of byTopic.get(topic) ?? []) connection.socket.emit('aside', { topic, id });
    },
    /** The topics with this prefix that are followed here. */
    followed: (prefix: string): string[] => [...byTopic.keys()].filter((topic) => topic.startsWith(prefix)),
    connections: (): number => all.size,
    async close(): Promise<void> {
      closed = true;
      for (const poll of polls) clearInterval(poll);
      clearTimeout(soon ?? undefined);
      clearInterval(heartbeat);
      await io.close();
    },
  };
}
