import { rmSync } from 'node:fs';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { DomainEvent, EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { type Advance, detachedKey, type Halt, type Logger, type Track } from './advance.ts';
import { type BuildPlace, buildFile, buildGeneration, removeBuild } from './build.ts';
import { type History, isOperation, type OperationOf, OperationsHistory } from './operationsHistory.ts';
import { afterOf, ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Diff, type DiffSample, type Generation, type GenerationState, type ReadStore } from './readStore.ts';
import { type PoisonReport, ProgressMeter, type ReplayRow, replayKey } from './status.ts';

export type { BuildPlace } from './build.ts';

/**
 * Which generation of each projection is built, follows or serves. Requests are events of `operations-<projection>`: each is done once it passes
 * by in the log, and again at the next start when a crash came between; doing one twice is harmless.
 */

export interface GenerationsOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  advance: Advance;
  epoch: number;
  place: BuildPlace;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  signal: AbortSignal;
  /** Something that a status row shows has changed. */
  onChange(): void;
  /** Work in the background broke for a reason that is not an event's: the term has to end and begin again. */
  onFault(error: unknown): void;
}

interface Replay {
  readonly request: OperationOf<'ReplayStarted'>;
  row: ReplayRow;
  readonly meter: ProgressMeter;
  position: Position | null;
  target: Position | null;
  track: Track | null;
  readonly cancel: AbortController;
  /** Settles when nothing of it runs any more; never rejects. */
  ended: Promise<void>;
  /** People erased while it runs: its samples must not bring them back. */
  readonly erased: Set<string>;
}

/** Key in the vault's table `checkpoints`: all requests up to this position have been done. */
const PROGRESS_KEY = 'projector-operations';
const SAMPLES = 10;
const INTERRUPTED = 'interrumpida';

export class Generations {
  readonly #options: GenerationsOptions;
  /** Everything that was ever asked and came of it. */
  readonly #history = new OperationsHistory();
  readonly #replays = new Map<string, Replay>();
  readonly #background = new Set<Promise<void>>();
  #done: Position = ORIGIN;
  #unfinished: { position: Position; finished: boolean }[] = [];

  constructor(options: GenerationsOptions) {
    this.#options = options;
  }

  /** Positions that a person skipped, on record. */
  skips(projection: string): ReadonlySet<Position> {
    return this.#history.of(projection).skips;
  }

  replay(projection: string): ReplayRow | null {
    const replay = this.#replays.get(projection);
    if (replay?.row.state !== 'running') return replay?.row ?? null;
    const { catchingUp, at } = replay.track ?? { catchingUp: null, at: null };
    const now = this.#options.clock();
    if (catchingUp && replay.meter.done === 0) return { ...replay.row, progress: catchingUp.meter.at(now, at, replay.target) };
    return { ...replay.row, progress: replay.meter.at(now, replay.position, replay.target) };
  }

  /** Whether every projection of this code has a generation that serves. */
  complete(): boolean {
    return this.#options.projections.every(({ name }) => this.#options.advance.serving(name));
  }

  /** Resolves when nothing runs in the background any more. */
  async settled(): Promise<void> {
    for (const replay of this.#replays.values()) replay.cancel.abort();
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  // -- start ------------------------------------------------------------------------------------------------------

  /** Takes up what is there, drops what a crash left, and asks for what this code version misses. */
  async open(): Promise<void> {
    const { advance, log, place, projections, store, vault } = this.#options;
    const head = await log.store.head();
    const kept = await vault.get<{ position: Position | null }>('checkpoints', PROGRESS_KEY);
    // A new vault over an old log: what was once asked for is history.
    this.#done = (kept ? kept.value.position : head) ?? ORIGIN;
    if (!kept) await vault.put('checkpoints', PROGRESS_KEY, { position: head });
    // As the last term left it: requests it did not come to are done when they pass by.
    const left = new OperationsHistory();
    for await (const event of log.readAll(null, { categories: ['operations'] })) {
      this.#history.note(event);
      if (event.position <= this.#done || isOperation(event, 'ReplayFinished') || isOperation(event, 'ReplayFailed')) left.note(event);
    }

    advance.checkpoint = await store.checkpoint();
    const states = await store.generations();
    rmSync(place.folder, { recursive: true, force: true });
    for (const state of states) {
      if (state.role === 'building' && !this.#stillReady(state, left.of(state.projection))) await store.dropGeneration(state);
      // A generation that no code here can move does not stand at the common checkpoint any more.
      if (state.role === 'serving' && state.checkpoint === null && !this.#codeOf(state))
        await store.setDetached(state, advance.checkpoint ?? ORIGIN);
    }
    for (const projection of projections) {
      const own = states.filter((state) => state.projection === projection.name && state.version === projection.version);
      const serving = own.find((state) => state.role === 'serving');
      const history = left.of(projection.name);
      if (serving) await this.#takeUp(projection, serving, history);
      else if (advance.checkpoint === null) await this.#begin(projection, states, history);
      if (history.replay) await this.#goOn(projection, own, history.replay);
      if (!serving && advance.checkpoint !== null) await this.#ask(projection, states, own);
    }
  }

  #codeOf(state: Generation): AnyProjection | undefined {
    return this.#options.projections.find(({ name, version }) => name === state.projection && version === state.version);
  }

  /** A finished replay that waits to be served: it survives a restart. */
  #stillReady(state: GenerationState, { replay }: History): boolean {
    return this.#codeOf(state) !== undefined && replay?.finished?.data.generation === state.generation;
  }

  async #takeUp(projection: AnyProjection, serving: GenerationState, { pausedAt }: History): Promise<void> {
    const { advance, vault } = this.#options;
    const common = serving.checkpoint === null;
    const track = advance.track(projection, serving, common ? 'common' : 'apart', serving.checkpoint ?? advance.checkpoint);
    advance.serve(track);
    if (common) {
      await vault.remove('status', detachedKey(projection.name));
      if (pausedAt !== null) await this.#resumed(projection.name, pausedAt);
      return;
    }
    track.halt = (await vault.get<Halt>('status', detachedKey(projection.name)))?.value ?? null;
    if (track.halt?.kind === 'halted') track.lastError = track.halt.poison.message;
    if (!track.halt) this.#run(advance.catchUp(track));
  }

  /** The first start, or the read models were deleted: all begin together, through the normal loop. */
  async #begin(projection: AnyProjection, states: readonly GenerationState[], history: History): Promise<void> {
    const { store } = this.#options;
    const generation = { projection: projection.name, version: projection.version, generation: this.#next(projection.name, states) };
    await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] });
    await store.switchTo(generation, null);
    await this.#takeUp(projection, { ...generation, role: 'serving', checkpoint: null, createdAt: '' }, history);
  }

  /** The replay that was open when the last term ended: it waits to be served, or it is over. */
  async #goOn(projection: AnyProjection, own: readonly GenerationState[], open: NonNullable<History['replay']>): Promise<void> {
    const { advance, clock, vault } = this.#options;
    const state = own.find(({ generation, role }) => role === 'building' && generation === open.request.data.generation);
    if (!state || !open.finished) return this.#recordFailure(open.request, INTERRUPTED);
    const { added, changed, removed, unchanged, events, position } = open.finished.data;
    const replay = this.#newReplay(open.request);
    replay.meter.add(events);
    replay.track = advance.track(projection, state, 'apart', state.checkpoint);
    const diff = { added, changed, removed, unchanged };
    const progress = { done: events, total: events, ratePerSecond: 0, secondsLeft: 0 };
    replay.row = { ...replay.row, state: 'ready', diff, progress };
    replay.position = position as Position;
    this.#replays.set(projection.name, replay);
    if (!(await vault.get('status', replayKey(projection.name))))
      await vault.put<Diff>('status', replayKey(projection.name), { ...diff, samples: [] });
    this.#run(this.#join(replay, replay.track));
    if (!advance.serving(projection.name)) await this.#requestSwitch(replay, clock());
  }

  async #join(replay: Replay, track: Track): Promise<void> {
    if ((await this.#options.advance.catchUp(track)) === 'halted' && this.#options.advance.serving(track.projection.name))
      await this.#fail(replay, track.lastError ?? '');
  }

  /** No generation of this code version serves: the previous one comes back, or a new one is built beside what serves. */
  async #ask(projection: AnyProjection, states: readonly GenerationState[], own: readonly GenerationState[]): Promise<void> {
    if (this.#replays.has(projection.name)) return;
    const { name, version } = projection;
    const at = this.#options.advance.checkpoint ?? ORIGIN;
    const previous = own.find((state) => state.role === 'previous');
    const open = this.#history.of(name).replay?.request;
    // Asked for already, and not yet heard.
    if (open && open.position > this.#done && open.data.codeVersion === version) return;
    if (previous) {
      const data = { projection: name, generation: previous.generation };
      await this.#append({ type: 'GenerationReturned', data }, uuid5('previous code', name, version, at));
    } else {
      const data = { projection: name, generation: this.#next(name, states), codeVersion: version };
      await this.#append({ type: 'ReplayStarted', data }, uuid5('new code', name, version, at));
    }
  }

  #next(projection: string, states: readonly GenerationState[]): number {
    const used = states.filter((state) => state.projection === projection).map((state) => state.generation);
    return Math.max(0, this.#history.of(projection).lastGeneration, ...used) + 1;
  }

  // -- requests ---------------------------------------------------------------------------------------------------

  /** Requests that passed by before the last checkpoint but were not done: a crash came between. */
  async catchUpRequests(): Promise<void> {
    const { advance, log } = this.#options;
    for await (const event of log.readAll(afterOf(this.#done), { categories: ['operations'] })) {
      if (advance.checkpoint === null || event.position > advance.checkpoint) break;
      await this.handle(event);
    }
  }

  /** Does what an event of `operations-<projection>` asks for, or begins to. */
  async handle(event: Envelope): Promise<void> {
    this.#history.note(event);
    if (event.position <= this.#done) return;
    const entry = { position: event.position, finished: false };
    this.#unfinished.push(entry);
    const finished = async () => {
      entry.finished = true;
      const before = this.#done;
      while (this.#unfinished[0]?.finished) this.#done = this.#unfinished.shift()?.position ?? this.#done;
      if (this.#done !== before) await this.#options.vault.put('checkpoints', PROGRESS_KEY, { position: this.#done });
      this.#options.onChange();
    };
    const { projection: name } = event.data as { projection: string };
    const projection = this.#options.projections.find((one) => one.name === name);
    const background = projection ? await this.#do(projection, event) : null;
    if (background) this.#run(background.work.then(finished));
    else await finished();
  }

  /** Answers the work that goes on in the background, if any: the request counts as done when it is. */
  async #do(projection: AnyProjection, event: Envelope): Promise<{ work: Promise<unknown> } | null> {
    const { advance, logger } = this.#options;
    const track = advance.serving(projection.name);
    logger.info({ projection: projection.name, request: event.type, actor: event.meta.actor.userId }, 'operation on a projection');
    if (isOperation(event, 'ReplayStarted')) await this.#start(projection, event);
    else if (isOperation(event, 'ReplayCancelled')) await this.#cancel(projection.name);
    else if (isOperation(event, 'GenerationSwitched')) await this.#switch(projection.name, event.data.generation);
    else if (isOperation(event, 'GenerationReturned')) return { work: this.#return(projection, event.data.generation) };
    else if (isOperation(event, 'ProjectionPaused')) {
      if (track) await advance.exclusive(() => advance.pause(track));
    } else if (isOperation(event, 'ProjectionResumed') || isOperation(event, 'PoisonEventSkipped')) {
      if (track?.mode === 'apart') return { work: advance.catchUp(track) };
    }
    return null;
  }

  #run(work: Promise<unknown>): void {
    const task: Promise<void> = work.then(
      () => this.#options.onChange(),
      (error: unknown) => {
        if (!this.#options.signal.aborted) this.#options.onFault(error);
      },
    );
    this.#background.add(task);
    void task.finally(() => this.#background.delete(task));
  }

  // -- replay -----------------------------------------------------------------------------------------------------

  #newReplay(request: OperationOf<'ReplayStarted'>): Replay {
    const { generation } = request.data;
    return {
      request,
      row: { generation, state: 'running', startedAt: request.meta.occurredAt, progress: null, diff: null, error: null },
      meter: new ProgressMeter(this.#options.clock(), null),
      position: null,
      target: this.#options.advance.checkpoint,
      track: null,
      cancel: new AbortController(),
      ended: Promise.resolve(),
      erased: new Set(),
    };
  }

  async #start(projection: AnyProjection, request: OperationOf<'ReplayStarted'>): Promise<void> {
    const { name } = projection;
    const running = this.#replays.get(name);
    if (running?.request.id === request.id) return;
    const open = this.#history.of(name).replay;
    // Over already: what came of it stands further on in the log.
    if (open?.request.id !== request.id) return;
    if (open.finished) return this.#recordFailure(request, INTERRUPTED);
    if (running) await this.#cancel(name);
    const replay = this.#newReplay(request);
    this.#replays.set(name, replay);
    if (request.data.codeVersion !== projection.version)
      return this.#fail(replay, `se pidió la versión ${request.data.codeVersion}; este programa tiene la ${projection.version}`);
    replay.ended = this.#build(projection, replay).catch(async (error: unknown) => {
      if (!replay.cancel.signal.aborted && !this.#options.signal.aborted)
        await this.#fail(replay, error instanceof Error ? error.message : String(error));
    });
    this.#run(replay.ended);
  }

  async #build(projection: AnyProjection, replay: Replay): Promise<void> {
    const { advance, clock, epoch, log, place, store } = this.#options;
    const began = clock();
    const { name, version } = projection;
    const generation: Generation = { projection: name, version, generation: replay.row.generation };
    const signal = AbortSignal.any([replay.cancel.signal, this.#options.signal]);
    const to = replay.target ?? ORIGIN;
    const skips = this.skips(name);
    const onProgress = (events: number, position: Position) => {
      replay.meter.add(events - replay.meter.done);
      replay.position = position;
      this.#options.onChange();
    };
    const { position, halted } = await buildGeneration({ log, store, place, projection, generation, epoch, to, skips, signal, onProgress });
    // Where nothing of this code serves, half a generation is better than none: it halts where it is, as any other.
    if (halted && advance.serving(name)) throw new Error(halted);
    signal.throwIfAborted();
    const track = advance.track(projection, generation, 'apart', position);
    replay.track = track;
    const joined = await advance.catchUp(track);
    signal.throwIfAborted();
    if (joined === 'halted' && advance.serving(name)) throw new Error(track.lastError ?? 'an event cannot be folded');

    const { at, diff } = await this.#compare(projection, track);
    signal.throwIfAborted();
    const samples = diff.samples.filter((sample) => ![...replay.erased].some((person) => holds(projection, sample, person)));
    await this.#options.vault.put<Diff>('status', replayKey(name), { ...diff, samples });
    const { samples: _, ...counts } = diff;
    const milliseconds = Math.max(0, Math.round(clock() - began));
    const progress = { ...replay.meter.at(clock(), to, to), secondsLeft: 0 };
    replay.row = { ...replay.row, state: 'ready', diff: counts, progress };
    await this.#append(
      {
        type: 'ReplayFinished',
        data: { projection: name, generation: generation.generation, events: replay.meter.done, milliseconds, position: at, ...counts },
      },
      uuid5('ReplayFinished', replay.request.id),
      replay.request,
    );
    if (!advance.serving(name)) await this.#requestSwitch(replay, clock());
  }

  /**
   * What would change, at one position. An embedded store compares a snapshot of its own, in steps: the comparison begins between two batches,
   * when both generations stand at the same position, and goes on while they move. Others stand still meanwhile.
   */
  async #compare(projection: AnyProjection, track: Track): Promise<{ at: Position; diff: Diff }> {
    const { advance, store } = this.#options;
    const snapshot = buildsApart(store) !== null;
    const begun = await advance.exclusive(async () => {
      const at = advance.checkpoint ?? ORIGIN;
      const serving = advance.serving(projection.name);
      const diff = serving
        ? store.diff(serving.generation, track.generation, SAMPLES)
        : store.count(track.generation).then((added): Diff => ({ added, changed: 0, removed: 0, unchanged: 0, samples: [] }));
      if (!snapshot) await diff;
      return { at, diff };
    });
    return { at: begun.at, diff: await begun.diff };
  }

  /** Nothing of it stays. */
  async #drop(replay: Replay): Promise<void> {
    const { advance, place, store, vault } = this.#options;
    const { projection, generation, codeVersion } = replay.request.data;
    replay.cancel.abort();
    await advance.exclusive(async () => {
      if (replay.track) advance.untrack(replay.track);
      const dropped = (await store.generations()).find(
        (state) => state.projection === projection && state.version === codeVersion && state.generation === generation,
      );
      if (dropped?.role === 'building') await store.dropGeneration(dropped);
    });
    removeBuild(buildFile(place, replay.request.data));
    await vault.remove('status', replayKey(projection));
  }

  async #fail(replay: Replay, error: string): Promise<void> {
    await this.#drop(replay);
    replay.row = { ...replay.row, state: 'failed', diff: null, error };
    await this.#recordFailure(replay.request, error);
    // Nothing of this code serves: it is asked for again, after a pause.
    const { projection } = replay.request.data;
    if (!this.#options.advance.serving(projection)) this.#options.onFault(new Error(`${projection} could not be built: ${error}`));
  }

  #recordFailure(request: OperationOf<'ReplayStarted'>, error: string): Promise<void> {
    const { projection, generation } = request.data;
    this.#options.logger.warn({ projection, generation, error }, 'replay failed');
    const data = { projection, generation, error: error.slice(0, 500) };
    return this.#append({ type: 'ReplayFailed', data }, uuid5('ReplayFailed', request.id), request);
  }

  async #cancel(name: string): Promise<void> {
    const replay = this.#replays.get(name);
    if (!replay) return;
    replay.cancel.abort();
    if (replay.track) this.#options.advance.untrack(replay.track);
    await replay.ended;
    this.#replays.delete(name);
    await this.#drop(replay);
  }

  /** A generation that follows cannot fold an event. */
  followerHalted(track: Track, poison: PoisonReport): void {
    const replay = [...this.#replays.values()].find((one) => one.track === track);
    if (replay) this.#run(this.#fail(replay, poison.message));
    else this.#options.advance.untrack(track);
  }

  // -- serving ----------------------------------------------------------------------------------------------------

  #requestSwitch({ request }: Replay, now: number): Promise<void> {
    const { projection, generation } = request.data;
    return this.#append(
      { type: 'GenerationSwitched', data: { projection, generation } },
      uuid5('GenerationSwitched', request.id),
      request,
      now,
    );
  }

  async #switch(name: string, generation: number): Promise<void> {
    const { advance, logger, vault } = this.#options;
    // Done before, but perhaps not told.
    if (advance.serving(name)?.generation.generation === generation) return advance.exclusive(() => advance.publishReset(name));
    const replay = this.#replays.get(name);
    const track = replay?.track;
    if (!replay || !track || replay.row.state !== 'ready' || replay.row.generation !== generation) {
      logger.warn({ projection: name, generation }, 'there is no such generation to serve');
      return;
    }
    await advance.catchUp(track);
    if (await this.#serve(track)) {
      this.#replays.delete(name);
      await vault.remove('status', replayKey(name));
    }
  }

  async #return(projection: AnyProjection, generation: number): Promise<void> {
    const { advance, logger, store } = this.#options;
    const { name, version } = projection;
    if (advance.serving(name)?.generation.generation === generation) return advance.exclusive(() => advance.publishReset(name));
    const previous = (await store.generations()).find(
      (state) => state.projection === name && state.version === version && state.generation === generation && state.role === 'previous',
    );
    if (!previous) {
      logger.warn({ projection: name, generation }, 'there is no such generation to return to');
      return;
    }
    const track = advance.track(projection, previous, 'apart', previous.checkpoint ?? ORIGIN);
    await advance.catchUp(track);
    if (await this.#serve(track)) return;
    advance.untrack(track);
    const serving = advance.serving(name);
    if (serving) serving.lastError = track.lastError;
  }

  /** Serves a generation that follows; a halted one only where nothing else serves. Answers whether it did. */
  async #serve(track: Track): Promise<boolean> {
    const { advance, store, vault } = this.#options;
    const { name } = track.projection;
    return advance.exclusive(async () => {
      const before = advance.serving(name);
      const halt = track.mode === 'apart' ? track.halt : null;
      if (track.mode !== 'follower' && !(halt && !before)) return false;
      if (halt) await vault.put<Halt>('status', detachedKey(name), halt);
      else await vault.remove('status', detachedKey(name));
      await store.switchTo(track.generation, halt ? track.at : advance.checkpoint);
      if (before) advance.untrack(before);
      advance.serve(track);
      if (!halt) track.mode = 'common';
      track.lastError = halt?.kind === 'halted' ? halt.poison.message : null;
      await advance.publishReset(name);
      return true;
    });
  }

  // -- erasure ----------------------------------------------------------------------------------------------------

  /** Samples of comparisons forget the person; durable when it resolves. */
  async erasing(person: string): Promise<void> {
    const { projections, vault } = this.#options;
    for (const [name, replay] of this.#replays) {
      replay.erased.add(person);
      const kept = await vault.get<Diff>('status', replayKey(name));
      const projection = projections.find((one) => one.name === name);
      if (!kept || !projection) continue;
      const samples = kept.value.samples.filter((sample) => !holds(projection, sample, person));
      if (samples.length < kept.value.samples.length) await vault.put<Diff>('status', replayKey(name), { ...kept.value, samples });
    }
  }

  // -- records ----------------------------------------------------------------------------------------------------

  /** The read models were deleted while it was paused: it runs again, and the record says so. */
  #resumed(projection: string, pausedAt: Position): Promise<void> {
    return this.#append({ type: 'ProjectionResumed', data: { projection } }, uuid5('ProjectionResumed', projection, pausedAt));
  }

  async #append(event: DomainEvent, commandId: string, cause?: Envelope, now = this.#options.clock()): Promise<void> {
    const { projection } = event.data as { projection: string };
    await this.#options.log.append(`operations-${projection}`, 'any', [event], {
      commandId,
      correlationId: cause?.meta.correlationId ?? commandId,
      causationId: cause?.id ?? commandId,
      actor: { userId: null, role: 'system' },
      occurredAt: new Date(now).toISOString(),
    });
  }
}

/** Whether a sample shows data of the person; where the code cannot tell (a document of another version), it does. */
function holds(projection: AnyProjection, { key, before, after }: DiffSample, person: string): boolean {
  if (!projection.persons) return false;
  try {
    return [before, after].some((doc) => doc !== null && projection.persons?.(doc as never, key).includes(person));
  } catch {
    return true;
  }
}
