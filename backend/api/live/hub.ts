import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { ChangeHead, Following } from '../../projections/kernel/readStore.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Deps } from '../deps.ts';
import { knowsHost } from '../plugins/hosts.ts';
import { fromOwnOrigin } from '../plugins/identity.ts';
import { TokenBucket } from '../plugins/tokenBucket.ts';
import { ownerOf } from '../plugins/viewing.ts';
import { createBatches } from './batches.ts';
import { createChangeFeed, type Reached } from './changeFeed.ts';
import { CONNECTION, type Connection, type Resume } from './connection.ts';
import { createDelivery, peopleIn } from './delivery.ts';
import { createFollowers } from './followers.ts';
import { type Handshake, handshake } from './handshake.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type CoursePermissions, createMayFollow } from './permission.ts';
import { createPump } from './pump.ts';
import { createResumes } from './resume.ts';
import { checkSession } from './sessionCheck.ts';
import { createShares, type Shares } from './shares.ts';
import { createTopics } from './topics.ts';

/** The part of Socket.IO that the hub needs, so that tests can replace it. */
export type Sockets = Pick<Server, 'use' | 'on' | 'to' | 'close'>;

/** The interval of polling for commits, where nothing reports them; and of a check where something does. */
const POLL_MS = 20;
const LOOK_MS = 500;
/** The least time between two checks of a connection: each check reads its session and the courses it follows. */
const LOOK_AGAIN_MS = 1_000;
/** How many messages one connection may send: a page sends some for each screen. A connection that sends more is no page, and is closed. */
const MESSAGES = { burst: 500, perSecond: 30 };
/** Where the connections of a person or place send too many together, one that still has this many left may go on. */
const QUIET = 400;

export type Hub = Awaited<ReturnType<typeof createHub>>;
/** For an application of the past, where nothing changes: it has no connections. */
export const silentHub: Hub = {
  notify() {},
  recheck() {},
  broadcast() {},
  followed: () => [],
  connections: () => 0,
  async close() {},
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
  permissions: CoursePermissions,
  options: { following: Following; sockets?: Sockets },
) {
  const { commands, reader, logger, config } = deps;
  const io = options.sockets ?? openSockets(server, config);
  const all = new Set<Connection>();
  const shares = createShares();
  const followers = createFollowers();
  const feed = await createChangeFeed(reader, followers.isFollowed);
  const batches = createBatches(io, feed.reached);
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
  const deliver = createDelivery({ feed, followers, batches, connections: all, noticed });
  const pump = createPump(deliver, warn('the log of changes could not be read'));
  const topics = createTopics(followers, createMayFollow(permissions), pump, feed.reached);
  const parsePosition = (text: string) => commands.log.store.parsePosition(text);
  const failed = warn('a live request failed');
  const resume = createResumes({ reader, parsePosition, reached: feed.reached, pump, topics, batches, failed });

  function noticed(heads: readonly ChangeHead[]): void {
    // A lead may have been erased by another thread.
    for (const { topic, id } of heads) if (topic === 'contactos') deps.forgetPerson(id);
    for (const person of peopleIn(heads)) {
      deps.forgetPerson(String(person));
      recheck(person);
    }
  }

  function recheckConnection(connection: Connection): void {
    const check = async () => {
      // Even with the same role: a course may have been unpublished, or the learner unenrolled.
      if (await checkSession(deps, connection)) await topics.check(connection);
    };
    check().catch(warn('a connection could not be checked'));
  }
  /** Checks a person's connections again at once: a session, role or enrolment changed. */
  function recheck(userId: number): void {
    for (const connection of all)
      if (connection.session && (connection.session.userId === userId || ownerOf(connection.session) === userId))
        recheckConnection(connection);
  }

  io.use(handshake(deps));
  io.on('connection', (socket) => {
    const { from, place, topics: asked } = socket.handshake.auth as Partial<Resume>;
    const connection = connect(socket, shares, feed.reached);
    if (!connection) return;
    all.add(connection);
    resume(connection, { from, place, topics: asked });
    onMessage(connection, 'resume', (ask) => resume(connection, { from: null, place: null, topics: [], ...(ask as object) }));
    onMessage(connection, 'join', (topic, acknowledge) => {
      const answer = typeof acknowledge === 'function' ? (acknowledge as (value: object) => void) : () => {};
      topics.join(connection, topic).then(answer).catch(failed);
    });
    onMessage(connection, 'leave', (topic) => topics.leave(connection, topic));
    socket.on('disconnect', () => {
      all.delete(connection);
      connection.gone.abort();
      for (const topic of [...connection.topics]) followers.unfollow(connection, topic);
      connection.share.connections -= 1;
    });
  });

  const polls = [setInterval(() => options.following.notifies || void pump.run(), POLL_MS), setInterval(() => void pump.run(), LOOK_MS)];
  const stopHeartbeat = startHeartbeat(all, (connection) => {
    const now = performance.now();
    const looks = now - connection.lookedAt >= LOOK_AGAIN_MS;
    // Clients that wait for a position learn with the next check that it was reached.
    if ((looks || connection.sent !== feed.reached.upto) && !connection.aside) batches.send(connection, []);
    if (!looks) return;
    connection.lookedAt = now;
    recheckConnection(connection);
  });

  return {
    notify: pump.notify,
    recheck,
    /** Tells followers of a topic that something changed which is no event, outside the log of changes. */
    broadcast(topic: string, id: string): void {
      for (const connection of followers.of(topic)) connection.socket.emit('aside', { topic, id });
    },
    /** The topics with this prefix that are followed here. */
    followed: followers.topics,
    connections: (): number => all.size,
    async close(): Promise<void> {
      pump.close();
      for (const poll of polls) clearInterval(poll);
      stopHeartbeat();
      await io.close();
    },
  };
}

function openSockets(server: HttpServer, config: HubDeps['config']): Server {
  const knows = knowsHost(config);
  return new Server(server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: 100_000,
    cors: { origin: config.publicUrl, credentials: true },
    // A page of another site that opens a socket would send the cookie with it.
    allowRequest: ({ headers }, answer) => answer(null, knows(headers.host ?? '') && fromOwnOrigin(headers, config.publicUrl)),
  });
}

/** The connection of a socket that was accepted; null where its page shows another person than its cookie. */
function connect(socket: Socket, shares: Shares, { upto, place }: Readonly<Reached>): Connection | null {
  const { byCookie = false, session = null, stale = false, from: visitor = '' } = socket.data as Partial<Handshake>;
  const { person } = socket.handshake.auth as { person?: unknown };
  // The page says which person it shows: the cookie must still be that person's.
  const expected = typeof person === 'number' ? person : null;
  if (session && expected !== null && session.userId !== expected) {
    socket.emit('ended', { code: 'PERSON_CHANGED' satisfies ErrorCode });
    socket.disconnect();
    return null;
  }
  const over = stale || (expected !== null && !session);
  if (over) socket.emit('ended', { code: 'SESSION_ENDED' satisfies ErrorCode });
  return {
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
}

/** Cuts off what sends too many messages. */
function onMessage(
  { socket, messages, share }: Connection,
  name: 'resume' | 'join' | 'leave',
  act: (said: unknown, acknowledge: unknown) => void,
): void {
  socket.on(name, (said: unknown, acknowledge: unknown) => {
    const tooMany = messages.take(1) > 0 || (share.messages.take(1) > 0 && messages.wait(QUIET) > 0);
    if (tooMany) socket.disconnect(true);
    else act(said, acknowledge);
  });
}
