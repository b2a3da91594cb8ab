import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { operationsEvents } from '../../../events/operations.ts';
import type { Position } from '../../../events/store/port.ts';
import type { SqliteConnection } from '../../../events/store/sqlite.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { type Advance, detachedKey, type Halt, type Logger, type Track } from './advance.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Diff, type Generation, type GenerationState, type ReadStore } from './readStore.ts';
import type { FromReplay, ReplayWorkerData } from './replayWorker.ts';
import { type PoisonReport, ProgressMeter, type ReplayRow, replayKey } from './status.ts';

/**
 * Generations of the projections: what is there at the start, and what people ask for afterwards. Requests are events of `operations-<projection>`;
 * each is done once it passes by in the log, and again at the next start when a crash came between.
 */

export const OPERATIONS: ReadonlySet<string> = new Set(
  operationsEvents.map((definition) => definition.type).filter((type) => type !== 'NumberTaken'),
);

export interface BuildPlace {
  /** Folder for files of builds in the making. */
  folder: string;
  /** Hands a connection to the log to a worker. null: the log is remote, builds are made here. */
  connect: (() => SqliteConnection) | null;
  vaultPath: string;
  personalDataKey: Uint8Array;
}

export interface GenerationsOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  advance: Advance;
  place: BuildPlace;
  logger: Logger;
  clock: () => number;
  signal: AbortSignal;
  onChange(): void;
}

interface Running {
  row: ReplayRow;
  meter: ProgressMeter;
  position: Position | null;
  target: Position | null;
  track: Track | null;
  cancel: AbortController;
}

const PROGRESS_KEY = 'projector-operations';
const SAMPLES = 10;
const INTERRUPTED = 'interrumpida';

export class Generations {
  readonly #options: GenerationsOptions;
  readonly #running = new Map<string, Running>();
  readonly #skips = new Map<string, Set<Position>>();

  constructor(options: GenerationsOptions) {
    this.#options = options;
  }

  /** Positions that a person skipped, on record. */
  skips(projection: string): ReadonlySet<Position> {
    return this.#skips.get(projection) ?? new Set();
  }

  replay(projection: string): ReplayRow | null {
    const running = this.#running.get(projection);
    if (!running) return null;
    const progress =
      running.row.state === 'running' ? running.meter.at(this.#options.clock(), running.position, running.target) : running.row.progress;
    return { ...running.row, progress };
  }

  followerHalted(track: Track, poison: PoisonReport): void {
    const running = this.#running.get(track.projection.name);
    if (running?.track === track) this.#background(this.#fail(track.projection.name, running, poison.message));
  }

  /** Finds or makes a serving generation of every projection's code version. Resolves when all of them serve. */
  async open(): Promise<void> {
    const { advance, log, projections, store, vault } = this.#options;
    for await (const event of log.readAll(null, { types: ['PoisonEventSkipped'] })) this.#skip(event);
    advance.checkpoint = await store.checkpoint();
    const states = await store.generations();
    for (const state of states) if (state.role === 'building') await store.dropGeneration(state);
    rmSync(this.#options.place.folder, { recursive: true, force: true });
    await this.#endInterrupted();

    const missing: AnyProjection[] = [];
    for (const projection of projections) {
      const serving = states.find(
        (state) => state.projection === projection.name && state.role === 'serving' && state.version === projection.version,
      );
      if (!serving) {
        missing.push(projection);
        continue;
      }
      const track = advance.track(
        projection,
        serving,
        serving.checkpoint === null ? 'common' : 'apart',
        serving.checkpoint ?? advance.checkpoint,
      );
      advance.serve(track);
      if (serving.checkpoint === null) continue;
      track.halt = (await vault.get<Halt>('status', detachedKey(projection.name)))?.value ?? null;
      if (track.halt?.kind === 'halted') track.lastError = track.halt.poison.message;
      if (!track.halt) this.#background(advance.catchUp(track));
    }
    for (const projection of missing) {
      const generation = { projection: projection.name, version: projection.version, generation: nextGeneration(states, projection.name) };
      await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] });
      if (advance.checkpoint === null) {
        // The first start: all begin together, through the normal loop.
        await store.switchTo(generation, null);
        advance.serve(advance.track(projection, generation, 'common', null));
      } else {
        const track = advance.track(projection, generation, 'apart', ORIGIN);
        if ((await advance.catchUp(track)) === 'halted')
          throw new Error(`${projection.name} version ${projection.version} cannot be built: ${track.lastError}`);
        await advance.exclusive(() => this.#serve(track));
      }
    }
  }

  /** Requests that passed by before the last checkpoint but were not done: a crash came between. */
  async catchUpRequests(): Promise<void> {
    const { advance, log, vault } = this.#options;
    const kept = await vault.get<{ position: Position | null }>('checkpoints', PROGRESS_KEY);
    if (!kept) {
      await vault.put('checkpoints', PROGRESS_KEY, { position: advance.checkpoint });
      return;
    }
    for await (const event of log.readAll(kept.value.position, { categories: ['operations'] })) {
      if (advance.checkpoint === null || event.position > advance.checkpoint) break;
      await this.handle(event);
    }
  }

  /** Does what an event of `operations-<projection>` asks for. Doing it twice is harmless. */
  async handle(event: Envelope): Promise<void> {
    const { advance, logger, projections, vault } = this.#options;
    const { projection: name } = event.data as { projection: string };
    const projection = projections.find((one) => one.name === name);
    if (projection) {
      logger.info({ projection: name, request: event.type, actor: event.meta.actor.userId }, 'operation requested');
      const track = advance.serving(name);
      switch (event.type) {
        case 'ReplayStarted':
          this.#start(projection, event);
          break;
        case 'ReplayCancelled':
          await this.#cancel(name);
          break;
        case 'GenerationSwitched':
          await this.#switch(name);
          break;
        case 'GenerationReturned':
          this.#background(this.#return(projection, (event.data as { generation: number }).generation));
          break;
        case 'ProjectionPaused':
          if (track) await advance.exclusive(() => advance.pause(track));
          break;
        case 'PoisonEventSkipped':
          this.#skip(event);
          if (track?.mode === 'apart') this.#background(advance.catchUp(track));
          break;
        case 'ProjectionResumed':
          if (track?.mode === 'apart') this.#background(advance.catchUp(track));
          break;
      }
    }
    await vault.put('checkpoints', PROGRESS_KEY, { position: event.position });
    this.#options.onChange();
  }

  #skip(event: Envelope): void {
    const { projection, position } = event.data as { projection: string; position: Position };
    const skipped = this.#skips.get(projection) ?? new Set();
    this.#skips.set(projection, skipped.add(position));
  }

  #background(work: Promise<unknown>): void {
    work.then(
      () => this.#options.onChange(),
      (error: unknown) => {
        if (!this.#options.signal.aborted) this.#options.logger.error({ err: error }, 'an operation on a projection failed');
      },
    );
  }

  // -- replay -----------------------------------------------------------------------------------------------------

  #start(projection: AnyProjection, event: Envelope): void {
    const { name } = projection;
    const { generation } = event.data as { generation: number };
    if (this.#running.get(name)?.row.generation === generation) return;
    const running: Running = {
      row: { generation, state: 'running', startedAt: event.meta.occurredAt, progress: null, diff: null, error: null },
      meter: new ProgressMeter(this.#options.clock(), null),
      position: null,
      target: this.#options.advance.checkpoint,
      track: null,
      cancel: new AbortController(),
    };
    this.#running.set(name, running);
    this.#background(
      this.#build(projection, running, event).catch(async (error: unknown) => {
        if (running.cancel.signal.aborted || this.#options.signal.aborted) return;
        await this.#fail(name, running, error instanceof Error ? error.message : String(error));
      }),
    );
  }

  async #build(projection: AnyProjection, running: Running, request: Envelope): Promise<void> {
    const { advance, clock, place, store } = this.#options;
    const began = clock();
    const generation: Generation = { projection: projection.name, version: projection.version, generation: running.row.generation };
    const apart = buildsApart(store);
    await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] });
    let from: Position = ORIGIN;
    if (apart && place.connect && running.target !== null) {
      mkdirSync(place.folder, { recursive: true });
      const file = path.join(place.folder, `${projection.name}-${generation.generation}.db`);
      try {
        await this.#work(running, {
          log: place.connect(),
          vaultPath: place.vaultPath,
          personalDataKey: place.personalDataKey,
          generation,
          file,
          to: running.target,
        });
        running.cancel.signal.throwIfAborted();
        await apart.adoptBuild(file, generation, running.target);
        from = running.target;
      } finally {
        for (const suffix of ['', '-wal', '-shm', '-journal']) if (existsSync(file + suffix)) rmSync(file + suffix);
      }
    }
    running.cancel.signal.throwIfAborted();
    const track = advance.track(projection, generation, 'apart', from);
    running.track = track;
    if ((await advance.catchUp(track)) === 'halted') throw new Error(track.lastError ?? 'an event cannot be folded');
    running.cancel.signal.throwIfAborted();

    // Both stand at the common checkpoint now: the comparison is of one moment.
    const serving = advance.serving(projection.name);
    const diff: Diff = await advance.exclusive(async () =>
      serving && serving.mode === 'common'
        ? store.diff(serving.generation, generation, SAMPLES)
        : { added: 0, changed: 0, removed: 0, unchanged: 0, samples: [] },
    );
    await this.#options.vault.put('status', replayKey(projection.name), diff);
    const { samples: _, ...counts } = diff;
    running.row = {
      ...running.row,
      state: 'ready',
      diff: counts,
      progress: { ...running.meter.at(clock(), running.target, running.target), secondsLeft: 0 },
    };
    await this.#record(projection.name, request, 'ReplayFinished', {
      projection: projection.name,
      generation: generation.generation,
      events: running.meter.done,
      milliseconds: Math.max(0, Math.round(clock() - began)),
      position: advance.checkpoint ?? '',
      ...counts,
    });
  }

  /** Runs the replay in a worker until it is done; throws what it failed with. */
  async #work(running: Running, data: ReplayWorkerData): Promise<void> {
    const worker = new Worker(new URL('./replayWorker.ts', import.meta.url), {
      name: `replay-${data.generation.projection}`,
      workerData: data,
      transferList: [data.log.port],
    });
    const stop = () => void worker.terminate();
    running.cancel.signal.addEventListener('abort', stop, { once: true });
    this.#options.signal.addEventListener('abort', stop, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the replay was stopped')));
        worker.on('message', (message: FromReplay) => {
          if (message.kind === 'failed') reject(new Error(message.message));
          else {
            running.meter.add(message.events - running.meter.done);
            if (message.kind === 'done') resolve();
            else running.position = message.position;
            this.#options.onChange();
          }
        });
      });
    } finally {
      running.cancel.signal.removeEventListener('abort', stop);
      this.#options.signal.removeEventListener('abort', stop);
    }
  }

  async #drop(name: string, running: Running): Promise<void> {
    const { advance, projections, store, vault } = this.#options;
    const version = projections.find((one) => one.name === name)?.version ?? 0;
    await advance.exclusive(async () => {
      if (running.track) advance.untrack(running.track);
      await store.dropGeneration({ projection: name, version, generation: running.row.generation });
    });
    await vault.remove('status', replayKey(name));
  }

  async #fail(name: string, running: Running, message: string): Promise<void> {
    running.cancel.abort();
    await this.#drop(name, running);
    running.row = { ...running.row, state: 'failed', error: message };
    await this.#append(
      name,
      'ReplayFailed',
      { projection: name, generation: running.row.generation, error: message.slice(0, 500) },
      uuid5('replay failed', name, running.row.generation),
    );
    this.#options.onChange();
  }

  async #cancel(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    running.cancel.abort();
    this.#running.delete(name);
    await this.#drop(name, running);
  }

  async #switch(name: string): Promise<void> {
    const running = this.#running.get(name);
    const track = running?.track;
    if (!running || !track || running.row.state !== 'ready') return;
    await this.#options.advance.exclusive(() => this.#serve(track));
    this.#running.delete(name);
    await this.#options.vault.remove('status', replayKey(name));
  }

  async #return(projection: AnyProjection, generation: number): Promise<void> {
    const { advance, store } = this.#options;
    const previous = (await store.generations()).find(
      (state) =>
        state.projection === projection.name &&
        state.generation === generation &&
        state.role === 'previous' &&
        state.version === projection.version,
    );
    if (!previous) return;
    const track = advance.track(projection, previous, 'apart', previous.checkpoint ?? ORIGIN);
    if ((await advance.catchUp(track)) === 'halted') {
      advance.untrack(track);
      return;
    }
    await advance.exclusive(() => this.#serve(track));
  }

  /** Within `exclusive`, with the track at the common checkpoint. */
  async #serve(track: Track): Promise<void> {
    const { advance, store, vault } = this.#options;
    const { name } = track.projection;
    const before = advance.serving(name);
    await store.switchTo(track.generation, null);
    await vault.remove('status', detachedKey(name));
    if (before) advance.untrack(before);
    advance.serve(track);
    track.mode = 'common';
    await advance.publishReset(name);
  }

  // -- records ----------------------------------------------------------------------------------------------------

  /** Replays that a crash interrupted are over: what they had built is gone. */
  async #endInterrupted(): Promise<void> {
    const { log, projections } = this.#options;
    for (const { name } of projections) {
      let open: number | null = null;
      for await (const event of log.readStream(`operations-${name}`)) {
        const { generation } = event.data as { generation?: number };
        if (event.type === 'ReplayStarted') open = generation ?? null;
        else if (generation === open && ['ReplayCancelled', 'ReplayFailed', 'GenerationSwitched'].includes(event.type)) open = null;
      }
      if (open !== null)
        await this.#append(
          name,
          'ReplayFailed',
          { projection: name, generation: open, error: INTERRUPTED },
          uuid5('replay failed', name, open),
        );
    }
  }

  #record(name: string, request: Envelope, type: string, data: object): Promise<void> {
    return this.#append(name, type, data, uuid5(type, request.id), request);
  }

  async #append(name: string, type: string, data: object, commandId: string, request?: Envelope): Promise<void> {
    await this.#options.log.append(`operations-${name}`, 'any', [{ type, data }], {
      commandId,
      correlationId: request?.meta.correlationId ?? commandId,
      causationId: request?.id ?? commandId,
      actor: { userId: null, role: 'system' },
      occurredAt: new Date(this.#options.clock()).toISOString(),
    });
  }
}

const nextGeneration = (states: readonly GenerationState[], projection: string): number =>
  Math.max(0, ...states.filter((state) => state.projection === projection).map((state) => state.generation)) + 1;
