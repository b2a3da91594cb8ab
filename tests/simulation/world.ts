import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createRandom, type Random } from './random.ts';

/**
 * One run of the simulation: virtual time, and a queue of what happens next. Whatever waits (a timer, an answer of a store, a message on a line)
 * is an entry of the queue; between two entries every promise that can go on does. JavaScript's own order is fixed, so the seed fixes everything.
 *
 * Code under test asks for nothing of this: timers, clocks and randomness of the platform are replaced for whatever runs inside a process
 * of the run, and only there. The test runner around it keeps the real ones.
 */

/** Where code runs: a node of the school, a browser. Killed, its timers never fire and nothing answers it any more. */
export interface Process {
  readonly name: string;
  alive: boolean;
  /** The error of its clock, in ms. */
  skew: number;
}

interface Entry {
  at: number;
  /** Of equal times the earlier asked goes first. */
  order: number;
  process: Process;
  run: () => void;
  cancelled: boolean;
}

/** A run of 60 actions has some ten thousand. What asks again without end, in ever less time, never comes to the limit of virtual time. */
const MOST_ENTRIES = 400_000;

/** 2026-03-02, 17:00 UTC. */
const BEGIN_MS = 1_772_470_800_000;

const current = new AsyncLocalStorage<{ world: World; process: Process }>();
const realTurn = setImmediate;

export class World {
  readonly random: Random;
  /** Virtual milliseconds since the run began. */
  now = 0;
  /** Entries that ran. */
  ran = 0;
  /** The simulation's own: it decides what happens, and never dies. */
  readonly fate: Process = { name: 'fate', alive: true, skew: 0 };
  /** What no one caught: a fault of the code, told to the oracle. */
  readonly uncaught: { process: string; error: unknown }[] = [];
  readonly #queue: Entry[] = [];
  #order = 0;
  readonly #seal: Random;

  constructor(seed: number) {
    this.random = createRandom(seed);
    this.#seal = createRandom(seed ^ 0x5ea1);
  }

  /** Runs `work` as code of a process. */
  as<T>(process: Process, work: () => T): T {
    return current.run({ world: this, process }, work);
  }

  /** Puts it into the queue; `run` is code of the process, unless it is dead by then. Answers how to take it out again. */
  after(ms: number, process: Process, run: () => void): () => void {
    const entry: Entry = { at: this.now + Math.max(0, ms), order: this.#order++, process, run, cancelled: false };
    push(this.#queue, entry);
    return () => {
      entry.cancelled = true;
    };
  }

  /** Wakes the caller after so many virtual ms. */
  sleep(ms: number, process: Process = this.fate): Promise<void> {
    return new Promise((done) => this.after(ms, process, done));
  }

  /** Goes on until the promise settles, or throws where nothing is left to do, or at the limit of virtual time. */
  async run<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
    let settled = false;
    const result = this.as(this.fate, work).finally(() => {
      settled = true;
    });
    result.catch(() => undefined);
    const restore = replacePlatform();
    try {
      for (;;) {
        // Every promise that can go on does; what is real and asynchronous has no place in here.
        await new Promise<void>((done) => realTurn(done));
        if (settled) return await result;
        const entry = pop(this.#queue);
        if (!entry) throw new Error('nothing is left to do, and the run has not ended');
        if (entry.cancelled || !entry.process.alive) continue;
        this.now = Math.max(this.now, entry.at);
        if (this.now > limitMs) throw new Error(`the run has not ended after ${limitMs} ms of its own time`);
        if (++this.ran > MOST_ENTRIES) throw new Error(`the run has not ended after ${MOST_ENTRIES} things that happened`);
        this.as(entry.process, entry.run);
      }
    } finally {
      restore();
    }
  }

  clockOf(process: Process): number {
    return BEGIN_MS + this.now + process.skew;
  }

  /** Random bytes of keys, nonces and ids; apart from `random`, so that a nonce more does not change what happens. */
  bytes(count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count);
    for (let i = 0; i < count; i++) bytes[i] = this.#seal.below(256);
    return bytes;
  }
}

// -- the queue: a heap -------------------------------------------------------------------------------------------------

const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as Entry;
    if (!before(entry, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && before(heap[below + 1] as Entry, heap[below] as Entry)) below++;
    const child = heap[below] as Entry;
    if (!before(child, last)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
  return top;
}

// -- the platform ------------------------------------------------------------------------------------------------------

type Timer = { cancel(): void };

/** Timers, clocks and randomness, for code inside a process; anything else goes on with the real ones. Answers how to undo it. */
function replacePlatform(): () => void {
  const globals = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    setImmediate: globalThis.setImmediate,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    clearImmediate: globalThis.clearImmediate,
    Date: globalThis.Date,
  };
  const real = {
    ...globals,
    random: Math.random,
    now: performance.now,
    uuid: globalThis.crypto.randomUUID,
    randomBytes: crypto.randomBytes,
    nodeUuid: crypto.randomUUID,
  };
  const handle = (timer: Timer) => {
    const self = Object.assign(timer, {
      ref: () => self,
      unref: () => self,
      hasRef: () => true,
      refresh: () => self,
      [Symbol.dispose]: () => timer.cancel(),
    });
    return self;
  };
  const start = (repeat: boolean, real: (run: () => void, ms?: number) => unknown) =>
    function timer(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown {
      const here = current.getStore();
      if (!here) return real(() => run(...args), ms);
      const { world, process } = here;
      let cancel = () => {};
      const wait = () => {
        cancel = world.after(Math.max(1, ms), process, () => {
          if (repeat) wait();
          run(...args);
        });
      };
      wait();
      return handle({ cancel: () => cancel() });
    };
  const stop = (real: (timer: never) => void) => (timer: unknown) => {
    if (typeof timer === 'object' && timer !== null && 'cancel' in timer) (timer as Timer).cancel();
    else real(timer as never);
  };
  const now = (): number | null => {
    const here = current.getStore();
    return here ? here.world.clockOf(here.process) : null;
  };
  const uuid = (real: () => string) => () => {
    const here = current.getStore();
    if (!here) return real();
    const bytes = here.world.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  const replaced: Record<string, unknown> = {
    setTimeout: start(false, real.setTimeout as never),
    setInterval: start(true, real.setInterval as never),
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      const here = current.getStore();
      if (!here) return real.setImmediate(run, ...args);
      const cancel = here.world.after(0, here.process, () => run(...args));
      return handle({ cancel });
    },
    clearTimeout: stop(real.clearTimeout as never),
    clearInterval: stop(real.clearInterval as never),
    clearImmediate: stop(real.clearImmediate as never),
    Date: new Proxy(real.Date, {
      construct: (target, args: []) => (args.length === 0 ? new target(now() ?? real.Date.now()) : new target(...args)),
      get: (target, name) => (name === 'now' ? () => now() ?? target.now() : Reflect.get(target, name)),
    }),
  };
  Object.assign(globalThis, replaced);
  Math.random = () => current.getStore()?.world.random.next() ?? real.random();
  performance.now = () => current.getStore()?.world.now ?? real.now.call(performance);
  globalThis.crypto.randomUUID = uuid(() => real.uuid.call(globalThis.crypto)) as typeof real.uuid;
  Object.assign(crypto, {
    randomBytes: (size: number) => current.getStore()?.world.bytes(size) ?? real.randomBytes(size),
    randomUUID: uuid(() => real.nodeUuid()),
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(globalThis, globals);
    Math.random = real.random;
    performance.now = real.now;
    globalThis.crypto.randomUUID = real.uuid;
    Object.assign(crypto, { randomBytes: real.randomBytes, randomUUID: real.nodeUuid });
    syncBuiltinESMExports();
  };
}
