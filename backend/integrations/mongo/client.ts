import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import {
  type Db,
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreUnavailable } from '../../../events/store/port.ts';

/** One way to connect to MongoDB for read models, vault and files, and one classification of its failures. */

/** With too few members left for a majority, a write would wait for ever: it fails after this time, and is repeated. */
const MAJORITY_MS = 15_000;
/** A connection without traffic for this long counts as broken. */
const SILENCE_MS = 60_000;
/** Also how long the server monitor waits for its answer, before it ends the calls that wait for that server. */
const CONNECT_MS = 5_000;
const QUEUE_MS = 10_000;
/**
 * The interval of the server monitor, never shortened after a failure: where a server ends all its connections at once, the driver would use one
 * that is already gone, wait for ever for it to drain, and never find the server again.
 */
const WATCH_MS = 1_000;
/** Whatever the driver waits for: nobody here waits longer than its own time limits. */
const CEILING_MS = 120_000;

/** The driver's class of a connection, which it does not export. */
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection') as {
  Connection: { prototype: { socket: Socket; onClose(): void } };
};
const { onClose } = Connection.prototype;
/** A command that is written while its socket is closing waits for that socket to drain, which it never does: now it does, and the command fails. */
Connection.prototype.onClose = function () {
  onClose.call(this);
  this.socket.emit('drain');
};

/** Connects on first use. */
export const mongoClient = (url: string, appName: string): MongoClient =>
  new MongoClient(url, {
    appName,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_MS },
    readConcern: { level: 'majority' },
    // Whatever the address says: a secondary may lack what has just been acknowledged, or still have what was deleted.
    readPreference: 'primary',
    serverSelectionTimeoutMS: CONNECT_MS,
    connectTimeoutMS: CONNECT_MS,
    waitQueueTimeoutMS: QUEUE_MS,
    socketTimeoutMS: SILENCE_MS,
    heartbeatFrequencyMS: WATCH_MS,
    minHeartbeatFrequencyMS: WATCH_MS,
  });

/** Whether a server has transactions and change streams: both need a replica set, also behind `mongos`. Servers too old to be asked have neither. */
export async function isReplicated(db: Db): Promise<boolean> {
  try {
    const { setName, msg, logicalSessionTimeoutMinutes } = await db.command({ hello: 1 });
    return (typeof setName === 'string' || msg === 'isdbgrid') && typeof logicalSessionTimeoutMinutes === 'number';
  } catch (error) {
    if (error instanceof MongoServerError && !isAway(error)) return false;
    throw error;
  }
}

/** A member that is not (or no longer) primary, is shutting down, or cannot be reached by the others. */
const AWAY = new Set([6, 7, 64, 89, 91, 100, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** Errors of a connection that ended during a write: the driver passes them on as they are. */
const LINE = /^(EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_[A-Z_]+|ERR_SOCKET_[A-Z_]+)$/;
/** The driver does not export these classes. */
const POOL = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);

const isAway = (error: unknown): boolean => {
  if (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoWriteConcernError
  )
    return true;
  if (!(error instanceof MongoError)) return error instanceof Error && 'code' in error && LINE.test(String(error.code));
  if (POOL.has(error.name) || error.hasErrorLabel('RetryableWriteError')) return true;
  // Includes the error that caused it: then there is no server code.
  if (error instanceof MongoBulkWriteError && (error.code === undefined || error.result.getWriteConcernError())) return true;
  return error instanceof MongoServerError && typeof error.code === 'number' && AWAY.has(error.code);
};

/** Errors which say that the server is away, or that the outcome of a write is unknown, as StoreUnavailable; others unchanged. */
export const asFailure = (error: unknown, what: string): unknown =>
  isAway(error) ? new StoreUnavailable(`${what}: ${error instanceof Error ? error.message : String(error)}`, error) : error;

/** The result of `work`, or StoreUnavailable where it does not settle in time. It may still do so later. */
export async function inTime<T>(work: Promise<T>, what: string, ms = CEILING_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`${what}: no answer in ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same object, whose methods reject as `asFailure` says, and in time unless they are `long`. */
export function withFailures<T extends object>(adapter: T, what: string, long: readonly (keyof T)[] = []): T {
  const guarded = new Map<PropertyKey, unknown>();
  return new Proxy(adapter, {
    get(target, name) {
      const known = guarded.get(name);
      if (known) return known;
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      const guard = (...args: unknown[]): unknown => {
        const answer: unknown = method.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        return (long.includes(name as keyof T) ? answer : inTime(answer, what)).catch((error: unknown) => {
          throw asFailure(error, what);
        });
      };
      guarded.set(name, guard);
      return guard;
    },
    set(target, name, value) {
      guarded.delete(name);
      return Reflect.set(target, name, value, target);
    },
  });
}
