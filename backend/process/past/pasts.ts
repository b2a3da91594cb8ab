import { mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { entryFile } from '../../../events/entry.ts';
import { type OnDamage, StoreDamaged } from '../../../events/store/faults.ts';
import { type Bound, momentsOf } from '../../../events/store/moments.ts';
import type { EventStore } from '../../../events/store/port.ts';
import type { PastState, Pasts } from '../../api/deps.ts';
import { ApiError } from '../../api/error.ts';
import type { Identity } from '../../api/plugins/identity.ts';
import type { ReplayWorkerData } from '../../projections/kernel/build.ts';
import { removeDatabase, type Wish } from './folds.ts';
import type { FromPast, PastWorkerData } from './worker.ts';

/**
 * The school as it was: its read models folded up to a moment (`folds.ts`), and the same application over them and over the log up to that moment. So
 * every page that reads can show any day, by the code that shows the present.
 */

/** Staff, and those who see their own past: neither takes the place of the other. */
type Asker = 'staff' | 'own';
/** How many moments are open at once for each; the least recently asked for is closed. Each takes the memory of one application, and a file. */
const OPEN: Readonly<Record<Asker, number>> = { staff: 3, own: 2 };
/** The most moments that wait to be built. */
const WAITING: Readonly<Record<Asker, number>> = { staff: 4, own: 2 };
/** A moment that nobody asks for is closed after this long. */
const IDLE_MS = 10 * 60_000;
/** Folded documents are deleted after this long without a question; the next question begins anew. */
const FORGET_MS = 60 * 60_000;
/** How long a question waits for a moment that is near a mark, which usually is ready by then. */
const NEAR_MS = 1_000;
/** A waiting moment is dropped where nobody has asked for it again for this long. */
const PATIENCE_MS = 10_000;

/** A moment as it is opened. `identityOf`: who asks, as the application of the present found. */
export interface OpenedMoment {
  bound: Bound;
  file: string;
  identityOf(request: IncomingMessage): Identity | null;
  onDamage: OnDamage;
}

/** What answers for one moment. */
export interface PastSchool {
  answer(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

export interface PastOptions extends Pick<ReplayWorkerData, 'vault' | 'personalDataKey'> {
  store: EventStore;
  /** How the worker connects to the log. */
  connect(): ReplayWorkerData['log'];
  /** Emptied at the start: nothing in it outlives the process. */
  folder: string;
  logger: Logger;
  now(): number;
  open(moment: OpenedMoment): Promise<PastSchool>;
  isErased(person: string): Promise<boolean>;
}

/** The thread that folds, and the file of what it has folded. */
interface Folder {
  worker: Worker;
  /** Rejects when the thread has ended. */
  ended: Promise<never>;
  file: string;
  /** Whether the whole log has been folded once, so that every moment is near a mark. */
  complete: boolean;
}

interface Moment {
  /** null: building has not begun. */
  bound: Bound | null;
  /** How many events are folded, of about how many. */
  events: number;
  of: number;
  askedAt: number;
  /** When staff asked for it last; null: they have not. */
  staffAt: number | null;
  school: PastSchool | null;
  failed: Error | null;
  file: string;
  busy: number;
  closed: boolean;
  /** Settles when the moment can be shown, or has failed. */
  built: Promise<void>;
}

export function createPasts(options: PastOptions): Pasts {
  const { store, folder, logger, now } = options;
  const moments = momentsOf(store);
  const known = new Map<number, Moment>();
  const identities = new WeakMap<IncomingMessage, Identity>();
  /** The thread that has folded the log, or is folding it; null: nobody has looked back yet, or somebody was erased since. */
  let folding: Folder | null = null;
  let lastAskedAt = 0;
  let files = 0;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  rmSync(folder, { recursive: true, force: true });

  const close = async (at: number): Promise<void> => {
    const one = known.get(at);
    if (!one) return;
    known.delete(at);
    one.closed = true;
    if (one.busy === 0) await end(one);
  };
  /** Called once nobody waits for the moment's answer. */
  const end = async ({ school, file }: Moment): Promise<void> => {
    await school?.close();
    removeDatabase(file);
  };
  const askerOf = ({ staffAt }: Moment): Asker => (staffAt !== null && now() - staffAt <= IDLE_MS ? 'staff' : 'own');
  /** When those whose place it takes up (`askerOf`) asked for it last. */
  const lastAsked = (one: Moment): number => (askerOf(one) === 'staff' ? Number(one.staffAt) : one.askedAt);
  const tidy = () => {
    if (known.size === 0 && now() - lastAskedAt > FORGET_MS) void drop();
    const ready = [...known].filter(([, { school }]) => school).sort(([, a], [, b]) => lastAsked(b) - lastAsked(a));
    const held = { staff: 0, own: 0 };
    const over = ready.filter(([, one]) => ++held[askerOf(one)] > OPEN[askerOf(one)] || now() - one.askedAt > IDLE_MS);
    const failed = [...known].filter(([, one]) => one.failed && now() - one.askedAt > IDLE_MS);
    for (const [at, { askedAt }] of [...failed, ...over]) {
      void close(at).catch((error: unknown) => logger.warn({ err: error, askedAt }, 'a moment of the past could not be closed'));
    }
  };
  const timer = setInterval(tidy, 60_000);
  timer.unref();

  const begin = (): Folder => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const log = options.connect();
    const data: PastWorkerData = {
      ...{ log, vault: options.vault, personalDataKey: options.personalDataKey },
      file: path.join(folder, `${++files}-versions.db`),
    };
    const worker = new Worker(entryFile(new URL('./worker.ts', import.meta.url)), {
      name: 'past',
      workerData: data,
      transferList: typeof log === 'string' ? [] : [log.port],
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const ended = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the past was not folded to its end')));
    });
    ended.catch(() => {
      if (folding === begun) void drop();
    });
    const begun: Folder = { worker, ended, file: data.file, complete: false };
    return begun;
  };
  /** Deletes everything that was folded. */
  const drop = async (): Promise<void> => {
    const before = folding;
    folding = null;
    await before?.worker.terminate();
    if (before) removeDatabase(before.file);
  };
  const dropAll = () => Promise.all([...[...known.keys()].map(close), drop()]);
  const logDamage = ({ message }: StoreDamaged) =>
    logger.error({ trouble: message }, 'a file of what was folded of the past is damaged: it is dropped, and folded again');
  /** The damage may be in the folded file or in the moment's own, and nothing shows in which: both are deleted, and the next question folds them again. */
  const dropDamaged = (one: Moment, fault: StoreDamaged): void => {
    if (one.closed || stopped) return;
    logDamage(fault);
    dropAll().catch((error: unknown) => logger.warn({ err: error }, 'what is shown of the past could not be closed'));
  };
  const fold = async (wish: Wish, one: Moment): Promise<void> => {
    folding ??= begin();
    const current = folding;
    const { worker, ended } = current;
    const done = new Promise<void>((resolve, reject) => {
      worker.removeAllListeners('message').on('message', (message: FromPast) => {
        if (message.kind === 'progress') [one.events, one.of] = [message.events, message.of];
        else if (message.kind === 'done') resolve();
        else reject(message.damaged ? new StoreDamaged('read models', message.message) : new Error(message.message));
      });
    });
    worker.postMessage(wish);
    await Promise.race([done, ended]);
    current.complete = true;
  };

  const build = async (at: number, one: Moment): Promise<void> => {
    if (one.closed || stopped) return;
    // Whoever asked has gone on to another moment meanwhile.
    if (now() - one.askedAt > PATIENCE_MS) return close(at);
    try {
      const bound = await moments.bound(at);
      one.bound = bound;
      one.of = bound.events;
      const identityOf = (request: IncomingMessage) => identities.get(request) ?? null;
      const onDamage = (fault: StoreDamaged) => dropDamaged(one, fault);
      // Opened while it is being folded, which takes about as long where a mark is near. Nothing is read before there is something to read.
      const opening = options.open({ bound, file: one.file, identityOf, onDamage });
      opening.catch(() => undefined);
      const wish = { bound, stretches: await moments.stretches(at), written: moments.written(), file: one.file };
      const again = async (fault: unknown): Promise<void> => {
        if (!(fault instanceof StoreDamaged) || one.closed || stopped) throw fault;
        logDamage(fault);
        await Promise.all([...[...known].flatMap(([key, { school }]) => (school ? [close(key)] : [])), drop()]);
        removeDatabase(one.file);
        await fold(wish, one);
      };
      await fold(wish, one)
        .catch(again)
        .catch(async (error: unknown) => {
          await opening.then(
            (school) => school.close(),
            () => undefined,
          );
          throw error;
        });
      one.school = await opening;
      if (one.closed) await end(one);
      tidy();
    } catch (error) {
      if (one.closed) removeDatabase(one.file);
      if (stopped || one.closed) return;
      one.failed = error as Error;
      logger.error({ err: error }, 'the school could not be shown as it was');
    }
  };

  return {
    first: () => moments.first(),
    async at(moment, asker = 'staff'): Promise<PastState> {
      const first = await moments.first();
      if (first === null || moment < first) return { state: 'before' };
      let one = known.get(moment);
      if (one?.failed) {
        const { failed } = one;
        await close(moment);
        throw failed;
      }
      if (!one) {
        const waiting = [...known.values()].filter((one) => !one.school && !one.failed && askerOf(one) === asker);
        if (waiting.length >= WAITING[asker]) throw new ApiError('PAST_BUSY', { headers: { 'retry-after': '2' } });
        const file = path.join(folder, `${++files}.db`);
        const begun: Moment = {
          bound: null,
          events: 0,
          of: 0,
          askedAt: now(),
          staffAt: asker === 'staff' ? now() : null,
          school: null,
          failed: null,
          file,
          busy: 0,
          closed: false,
          built: turn.then(() => build(moment, begun)),
        };
        one = begun;
        known.set(moment, begun);
        turn = begun.built;
      }
      lastAskedAt = one.askedAt = now();
      if (asker === 'staff') one.staffAt = now();
      if (!one.school && folding?.complete) await Promise.race([one.built, pause(NEAR_MS, undefined, { ref: false })]);
      const { school } = one;
      if (!school) return { state: 'building', events: one.events, of: one.of };
      const asked = one;
      return {
        state: 'ready',
        answer(request, response, identity) {
          identities.set(request, identity as Identity);
          asked.busy++;
          response.once('close', () => {
            asked.busy--;
            if (asked.closed && asked.busy === 0) void end(asked);
          });
          school.answer(request, response);
        },
      };
    },
    isKnown: (moment) => known.has(moment),
    boundOf: (moment) => known.get(moment)?.bound ?? null,
    forget(person) {
      void (async () => {
        if ((known.size === 0 && !folding) || !(await options.isErased(person))) return;
        await dropAll();
      })().catch((error: unknown) => logger.warn({ err: error }, 'what is shown of the past could not be closed'));
    },
    async close() {
      stopped = true;
      clearInterval(timer);
      await drop();
      await turn;
      await Promise.all([...known.keys()].map(close));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
