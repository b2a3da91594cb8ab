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

/** One way to a MongoDB for read models, vault and files, and one meaning of its failures. */

/** Where too few members are left for a majority, a write would else be waited for for ever: it fails, and is repeated. */
const MAJORITY_MS = 15_000;
/** A line that carries nothing for so long is taken for broken. */
const SILENCE_MS = 60_000;
/** Also how long the watch over a server waits for its answer, before it cuts what still waits for that server. */
const CONNECT_MS = 5_000;
const QUEUE_MS = 10_000;
/**
 * The watch looks so often, and never sooner because something failed: where a server ends all its lines at once, the driver would ask over one
 * that is already gone, waits for ever for that to drain, and never finds the server again.
 */
const WATCH_MS = 1_000;
/** The driver can wait for ever for a line that went at the wrong moment; longer than its own time limits nobody here does. */
const CEILING_MS = 120_000;

/** Connects when it is first used. */
export const mongoClient = (url: string, appName: string): MongoClient =>
  new MongoClient(url, {
    appName,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_MS },
    readConcern: { level: 'majority' },
    // Whatever the address says: a secondary may not have yet what has just been acknowledged, or still show what is gone.
    readPreference: 'primary',
    serverSelectionTimeoutMS: CONNECT_MS,
    connectTimeoutMS: CONNECT_MS,
    waitQueueTimeoutMS: QUEUE_MS,
    socketTimeoutMS: SILENCE_MS,
    heartbeatFrequencyMS: WATCH_MS,
    minHeartbeatFrequencyMS: WATCH_MS,
  });

/** Whether a server has transactions and change streams: both need the log of a replica set, behind `mongos` too. Servers too old to be asked have neither. */
export async function isReplicated(db: Db): Promise<boolean> {
  try {
    const { setName, msg, logicalSessionTimeoutMinutes } = await db.command({ hello: 1 });
    return (typeof setName === 'string' || msg === 'isdbgrid') && typeof logicalSessionTimeoutMinutes === 'number';
  } catch (error) {
    if (error instanceof MongoServerError && !isAway(error)) return false;
    throw error;
  }
}

/** A member that is no primary (any more), is going down, or cannot be reached by the others. */
const AWAY = new Set([6, 7, 64, 89, 91, 100, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** Of a line that ended while it was written to: the driver lets them through as they are. */
const LINE = /^(EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_[A-Z_]+|ERR_SOCKET_[A-Z_]+)$/;
/** The driver keeps these classes to itself. */
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
  // Also what cut it off: then it carries no code of the server's.
  if (error instanceof MongoBulkWriteError && (error.code === undefined || error.result.getWriteConcernError())) return true;
  return error instanceof MongoServerError && typeof error.code === 'number' && AWAY.has(error.code);
};

/** What says that the server is away, or that nobody knows whether it wrote, as StoreUnavailable; anything else as it is. */
export const asFailure = (error: unknown, what: string): unknown =>
  isAway(error) ? new StoreUnavailable(`${what}: ${error instanceof Error ? error.message : String(error)}`, error) : error;

/** What `work` answers, or StoreUnavailable when it does not come to an end. It may still do so. */
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
