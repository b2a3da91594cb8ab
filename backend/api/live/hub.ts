import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Position } from '../../../events/store/port.ts';
import type { SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import type { Change, ChangeHead } from '../../projections/kernel/readStore.ts';
import { RESET_TOPIC } from '../../projections/kernel/status.ts';
import { type PolicyRow, policies } from '../contract/policy.ts';
import { topicPolicies } from '../contract/topics.ts';
import type { Deps } from '../deps.ts';
import { COOKIE, roleCodes } from '../plugins/identity.ts';

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
}

/** What the hub needs of Socket.IO: others may stand in for it. */
export type Sockets = Pick<Server, 'use' | 'on' | 'close'>;

interface Connection {
  socket: Socket;
  token: string | null;
  session: SessionRecord | null;
  topics: Set<string>;
  /** Up to where this connection has been told. */
  sent: Position | null;
  /** A resume is being read; batches wait for it. */
  busy: boolean;
  /** A reset came while a resume was being read. */
  resetDue: boolean;
  /** The last resume in line: they never run side by side. */
  line: Promise<void>;
}

const POLL_MS = 20;
/** While much happens, what is committed within this time is read together. */
const TOGETHER_MS = 4;
const HEARTBEAT_MS = 5_000;
const PAGE = 1_000;
/** Changes that a reconnect may ask for at once; more is a reset. */
const RESUME_LIMIT = 2_000;
const MAX_TOPICS = 300;

export interface Hub {
  /** Something was committed in this process: read it now. */
  notify(): void;
  /** Check a person's connections again at once: a session, role or enrolment changed. */
  recheck(userId: number): void;
  connections(): number;
  close(): Promise<void>;
}

const item = ({ position, topic, id, version, op, view }: Change): LiveItem => ({
  ...{ position, topic, id, version, op },
  ...(view && { data: view }),
});

const cookieToken = (header: string | undefined): string | null =>
  header
    ?.split(/;\s*/)
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1) ?? null;

/**
 * Pushes the log of changes to those who follow its topics. Each connection gets the chain `prev → upto`, so that a loss is always visible.
 * The server decides on every join; sessions are looked at again when the person's record changes and with every heartbeat.
 */
export async function createHub(
  server: HttpServer,
  deps: Deps,
  {
    canReadCourse,
    teaches,
  }: {
    canReadCourse: (session: SessionRecord | null, courseId: number) => Promise<boolean>;
    teaches: (session: SessionRecord, courseId: number) => Promise<boolean>;
  },
  options: { poll: boolean; sockets?: Sockets },
): Promise<Hub> {
  const { commands, reader, sessionTokens, logger, config } = deps;
  const io: Sockets =
    options.sockets ??
    new Server(server, {
      path: '/socket.io',
      serveClient: false,
      maxHttpBufferSize: 100_000,
      cors: { origin: config.publicUrl, credentials: true },
    });
  const all = new Set<Connection>();
  const byTopic = new Map<string, Set<Connection>>();
  let lastN = await reader.lastChange();
  let upto = await reader.checkpoint();
  let reading = false;
  let pumping: Promise<void> = Promise.resolve();
  let again = false;
  let closed = false;
  let drainedAt = 0;
  let soon: NodeJS.Timeout | null = null;

  const allowed = async (topic: string, session: SessionRecord | null): Promise<boolean> => {
    for (const { pattern, policy } of topicPolicies) {
      const match = pattern.exec(topic);
      if (!match) continue;
      if (policy === 'course') return canReadCourse(session, Number(match.groups?.courseId));
      const row: PolicyRow = policies[policy];
      if (row.open) return true;
      if (!session) return false;
      const role = roleCodes[session.role];
      if (row.any?.includes(role)) return true;
      if (!row.when?.roles.includes(role)) return false;
      if (row.when.is === 'teaches') return teaches(session, Number(match.groups?.courseId));
      return row.when.is === 'self' && Number(match.groups?.userId) === session.userId;
    }
    return false;
  };

  const follow = (connection: Connection, topic: string) => {
    connection.topics.add(topic);
    const followers = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, followers.add(connection));
  };
  const unfollow = (connection: Connection, topic: string) => {
    connection.topics.delete(topic);
    const followers = byTopic.get(topic);
    followers?.delete(connection);
    if (followers?.size === 0) byTopic.delete(topic);
  };

  const send = (connection: Connection, items: LiveItem[]) => {
    const batch: LiveBatch = { prev: connection.sent, upto, items };
    connection.sent = upto;
    connection.socket.emit('batch', batch);
  };
  const reset = (connection: Connection) => {
    connection.sent = upto;
    connection.socket.emit('reset', { at: upto });
  };

  async function drain(): Promise<void> {
    // The checkpoint first: what is read afterwards holds at least everything up to it, and batches are visible whole.
    const checkpoint = await reader.checkpoint();
    const heads: ChangeHead[] = [];
    // Noted when all of them are here: what fails in between is read again.
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
    const furthest = heads.reduce<Position | null>((max, { position }) => (max === null || position > max ? position : max), checkpoint);
    if (furthest !== null && (upto === null || furthest > upto)) upto = furthest;
    if (heads.length === 0) return;
    const outbox = new Map<Connection, LiveItem[]>();
    // What was trimmed before it could be read is told to nobody: everybody reads again.
    const resets = new Set<Connection>(trimmed ? all : []);
    for (const change of changes) {
      const told = item(change);
      for (const connection of byTopic.get(change.topic) ?? []) {
        const items = outbox.get(connection) ?? [];
        items.push(told);
        outbox.set(connection, items);
      }
    }
    const people = new Set<number>();
    for (const { topic, id } of heads) {
      if (topic === RESET_TOPIC) for (const connection of all) resets.add(connection);
      const person = /^usuario:(\d+)$/.exec(topic)?.[1];
      if (person) people.add(Number(person));
      // The lead may have been erased by another thread.
      if (topic === 'contactos') deps.forgetPerson(id);
    }
    for (const person of people) {
      deps.forgetPerson(String(person));
      recheck(person);
    }
    for (const connection of resets) {
      outbox.delete(connection);
      if (connection.busy) connection.resetDue = true;
      else reset(connection);
    }
    for (const [connection, items] of outbox) if (!connection.busy) send(connection, items);
  }

  function pump(): void {
    if (closed) return;
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    pumping = (async () => {
      try {
        do {
          again = false;
          await drain();
          drainedAt = performance.now();
        } while (again && !closed);
      } catch (error) {
        if (!closed) logger.warn({ err: error }, 'the log of changes could not be read');
      } finally {
        reading = false;
      }
    })();
  }
  function notify(): void {
    const wait = drainedAt + TOGETHER_MS - performance.now();
    if (wait <= 0) pump();
    else
      soon ??= setTimeout(() => {
        soon = null;
        pump();
      }, wait);
  }

  /** A session that ended, or another role: joins that are no longer allowed end. */
  async function recheckConnection(connection: Connection): Promise<void> {
    const session = connection.token ? await sessionTokens.find(connection.token) : null;
    if (connection.token && !session) {
      connection.socket.emit('ended', { code: 'SESSION_ENDED' });
      connection.socket.disconnect(true);
      return;
    }
    // Also with the same role: a course may have been unpublished, or its learner taken out of it.
    connection.session = session;
    for (const topic of [...connection.topics]) if (!(await allowed(topic, session))) unfollow(connection, topic);
  }
  function recheck(userId: number): void {
    for (const connection of all)
      if (connection.session?.userId === userId)
        recheckConnection(connection).catch((error: unknown) => logger.warn({ err: error }, 'a connection could not be checked'));
  }

  /** Joins the topics that are allowed and tells what happened to them since `from`. */
  async function resume(connection: Connection, from: unknown, topics: unknown): Promise<void> {
    connection.busy = true;
    try {
      const asked = Array.isArray(topics) ? topics.filter((topic): topic is string => typeof topic === 'string').slice(0, MAX_TOPICS) : [];
      for (const topic of asked) if (!connection.topics.has(topic) && (await allowed(topic, connection.session))) follow(connection, topic);
      pump();
      while (reading) await pumping;
      if (from === null || from === undefined) {
        connection.sent = upto;
        connection.socket.emit('batch', { prev: upto, upto, items: [] } satisfies LiveBatch);
        return;
      }
      const since = typeof from === 'string' ? commands.log.store.parsePosition(from) : null;
      // Since what is no position nobody can tell what was missed.
      if (since === null) {
        reset(connection);
        return;
      }
      for (;;) {
        const until = upto;
        const missed = await reader.changesSince(since, [...connection.topics], RESUME_LIMIT + 1);
        // What was told to the others meanwhile passed this connection by: it is read again, else the batch would speak for more than it holds.
        if (upto !== until) continue;
        if (missed === null || missed.length > RESUME_LIMIT || (until !== null && since > until) || connection.resetDue) {
          connection.resetDue = false;
          reset(connection);
          return;
        }
        connection.sent = until;
        const items = missed.filter((change) => until !== null && change.position <= until).map(item);
        connection.socket.emit('batch', { prev: since, upto: until, items } satisfies LiveBatch);
        return;
      }
    } finally {
      connection.busy = false;
      pump();
    }
  }

  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    const given = typeof token === 'string' && token !== '' ? token : null;
    const found = given ?? cookieToken(socket.handshake.headers.cookie);
    const refuse = (code: string) => next(Object.assign(new Error(code), { data: { code } }));
    if (!found) return next();
    sessionTokens.find(found).then(
      (session) => {
        // A stale cookie makes a visitor of a browser; a token that was given on purpose and is not good is an error.
        if (!session && given) return refuse('SESSION_ENDED');
        socket.data = { token: session ? found : null, session };
        return next();
      },
      () => refuse('STORE_UNAVAILABLE'),
    );
  });

  io.on('connection', (socket) => {
    const { token = null, session = null } = socket.data as { token?: string | null; session?: SessionRecord | null };
    const connection: Connection = {
      socket,
      token,
      session,
      topics: new Set(),
      sent: upto,
      busy: false,
      resetDue: false,
      line: Promise.resolve(),
    };
    all.add(connection);
    const guard = (work: Promise<void>) => work.catch((error: unknown) => logger.warn({ err: error }, 'a live request failed'));
    const resumeInTurn = (since: unknown, wanted: unknown) => {
      connection.line = connection.line.then(() => guard(resume(connection, since, wanted)));
    };
    connection.busy = true;
    const { from, topics } = socket.handshake.auth as { from?: unknown; topics?: unknown };
    resumeInTurn(from, topics);

    socket.on('resume', (ask: unknown) => {
      const { from: since, topics: wanted } = (ask ?? {}) as { from?: unknown; topics?: unknown };
      resumeInTurn(since, wanted);
    });
    socket.on('join', (topic: unknown, acknowledge: unknown) => {
      const answer = typeof acknowledge === 'function' ? (acknowledge as (value: object) => void) : () => {};
      void guard(
        (async () => {
          if (typeof topic !== 'string' || topic.length > 100 || connection.topics.size >= MAX_TOPICS)
            return answer({ error: 'MALFORMED' });
          if (!(await allowed(topic, connection.session))) return answer({ error: connection.session ? 'FORBIDDEN' : 'AUTH_REQUIRED' });
          follow(connection, topic);
          answer({ position: upto });
        })(),
      );
    });
    socket.on('leave', (topic: unknown) => {
      if (typeof topic === 'string') unfollow(connection, topic);
    });
    socket.on('disconnect', () => {
      all.delete(connection);
      for (const topic of [...connection.topics]) unfollow(connection, topic);
    });
  });

  const poll = options.poll ? setInterval(pump, POLL_MS) : setInterval(pump, 500);
  const heartbeat = setInterval(() => {
    for (const connection of all) {
      if (!connection.busy) send(connection, []);
      recheckConnection(connection).catch((error: unknown) => logger.warn({ err: error }, 'a connection could not be checked'));
    }
  }, HEARTBEAT_MS);

  return {
    notify,
    recheck,
    connections: () => all.size,
    async close() {
      closed = true;
      clearInterval(poll);
      clearTimeout(soon ?? undefined);
      clearInterval(heartbeat);
      await io.close();
    },
  };
}
