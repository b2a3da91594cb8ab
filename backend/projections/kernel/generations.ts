import { rmSync } from 'node:fs';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { DomainEvent, EventLog } from '../../../events/log.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Advance } from './advance.ts';
import type { BuildPlace } from './build.ts';
import { decode } from './folding.ts';
import type { Logger } from './logger.ts';
import { type History, isOperation, OperationsHistory } from './operationsHistory.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, GenerationState, ReadStore } from './readStore.ts';
import { Replays } from './replays.ts';
import type { PoisonReport, ReplayRow } from './status.ts';
import { detachedKey, type Halt, type Track } from './track.ts';

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
  /** The same, told at once; resolves when it has been. */
  tell(): Promise<void>;
  /** Work in the background broke for a reason that is not an event's: the term has to end and begin again. */
  onFault(error: unknown): void;
}

export class Generations {
  readonly #options: GenerationsOptions;
  /** Everything that was ever asked and came of it. */
  readonly #history = new OperationsHistory();
  readonly #replays: Replays;
  readonly #background = new Set<Promise<void>>();
  #done: Position = ORIGIN;
  #unfinished: { position: Position; finished: boolean }[] = [];

  constructor(options: GenerationsOptions) {
    this.#options = options;
    this.#replays = new Replays({
      ...options,
      skips: (projection) => this.skips(projection),
      record: (event, commandId, cause) => this.#record(event, commandId, cause),
      run: (work) => this.#run(work),
    });
  }

  /** Positions that a person skipped, on record. */
  skips(projection: string): ReadonlySet<Position> {
    return this.#history.of(projection).skips;
  }

  replay(projection: string): ReplayRow | null {
    return this.#replays.row(projection);
  }

  /** A generation that follows cannot fold an event. */
  followerHalted(track: Track, poison: PoisonReport): void {
    if (!this.#replays.halted(track, poison)) this.#options.advance.untrack(track);
  }

  /** A person is being erased: nothing of theirs stays in comparisons. Durable when it resolves. */
  erasing(person: string): Promise<void> {
    return this.#replays.erasing(person);
  }

  /** Whether every projection of this code has a generation that serves. */
  complete(): boolean {
    return this.#options.projections.every(({ name }) => this.#options.advance.serving(name));
  }

  /** Resolves when nothing runs in the background any more. */
  async settled(): Promise<void> {
    this.#replays.abort();
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  // -- start ------------------------------------------------------------------------------------------------------

  /** Takes up what is there, drops what a crash left, and asks for what this code version misses. */
  async open(): Promise<void> {
    const { advance, log, place, projections, store } = this.#options;
    const head = await log.store.head();
    advance.checkpoint = await store.checkpoint();
    // It stands where what was done stands: whatever a power cut took back is done again. To new read models, what was once asked for is history.
    const done = await store.requestsDone();
    this.#done = done ?? advance.checkpoint ?? head ?? ORIGIN;
    if (done === null) await store.noteRequests(this.#done);
    // As the last term left it: requests it did not come to are done when they pass by.
    const left = new OperationsHistory();
    for (const event of await this.#operations()) {
      this.#history.note(event);
      if (event.position <= this.#done || isOperation(event, 'ReplayFinished') || isOperation(event, 'ReplayFailed')) left.note(event);
    }

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
      if (history.replay) await this.#replays.goOn(projection, own, history.replay, this.#history.of(projection.name));
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
      await this.#record({ type: 'GenerationReturned', data }, uuid5('previous code', name, version, at));
    } else {
      const data = { projection: name, generation: this.#next(name, states), codeVersion: version };
      await this.#record({ type: 'ReplayStarted', data }, uuid5('new code', name, version, at));
    }
  }

  #next(projection: string, states: readonly GenerationState[]): number {
    const used = states.filter((state) => state.projection === projection).map((state) => state.generation);
    return Math.max(0, this.#history.of(projection).lastGeneration, ...used) + 1;
  }

  // -- requests ---------------------------------------------------------------------------------------------------

  /** Requests that passed by before the last checkpoint but were not done: a crash came between. */
  async catchUpRequests(): Promise<void> {
    const { checkpoint } = this.#options.advance;
    if (checkpoint === null) return;
    for (const event of await this.#operations()) if (event.position > this.#done && event.position <= checkpoint) await this.handle(event);
  }

  /** All that was asked of the projections of this code, in the order of the log. From their streams: a search of the log for so few would pass every event. */
  async #operations(): Promise<Envelope[]> {
    const { log, logger, projections } = this.#options;
    const asked: Envelope[] = [];
    for (const { name } of projections) {
      const records: Recorded[] = [];
      for await (const record of log.store.readStream(`operations-${name}`)) records.push(record);
      for (const { record, ...one } of await decode(log, records)) {
        if ('event' in one) asked.push(one.event);
        else
          logger.warn(
            { err: one.error, eventId: record.id, type: record.type, projection: name },
            'a request that cannot be read is passed over',
          );
      }
    }
    return asked.sort((a, b) => (a.position < b.position ? -1 : 1));
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
      if (this.#done !== before) await this.#options.store.noteRequests(this.#done);
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
    if (isOperation(event, 'ReplayStarted')) await this.#replays.start(projection, event, this.#history.of(projection.name));
    else if (isOperation(event, 'ReplayCancelled')) await this.#replays.cancel(projection.name);
    else if (isOperation(event, 'GenerationSwitched')) return this.#switch(projection.name, event.data.generation);
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

  // -- serving ----------------------------------------------------------------------------------------------------

  async #switch(name: string, generation: number): Promise<{ work: Promise<unknown> } | null> {
    const { advance, logger } = this.#options;
    // Done before, but perhaps not told.
    if (advance.serving(name)?.generation.generation === generation) {
      await advance.exclusive(() => advance.publishReset(name));
      return null;
    }
    const built = this.#replays.building(name, generation);
    if (built) {
      const next = () => {
        // Ended with the term, it was not built: the next term begins with this request again.
        this.#options.signal.throwIfAborted();
        return this.#switch(name, generation);
      };
      return { work: built.then(next) };
    }
    const track = this.#replays.ready(name, generation);
    if (!track) {
      logger.warn({ projection: name, generation }, 'there is no such generation to serve');
      return null;
    }
    await advance.catchUp(track);
    if (await this.#serve(track)) await this.#replays.served(name);
    return null;
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

  // -- records ----------------------------------------------------------------------------------------------------

  /** The read models were deleted while it was paused: it runs again, and the record says so. */
  #resumed(projection: string, pausedAt: Position): Promise<void> {
    return this.#record({ type: 'ProjectionResumed', data: { projection } }, uuid5('ProjectionResumed', projection, pausedAt));
  }

  async #record(event: DomainEvent, commandId: string, cause?: Envelope): Promise<void> {
    const { projection } = event.data as { projection: string };
    await this.#options.log.append(`operations-${projection}`, 'any', [event], {
      commandId,
      correlationId: cause?.meta.correlationId ?? commandId,
      causationId: cause?.id ?? commandId,
      actor: { userId: null, role: 'system' },
      occurredAt: new Date(this.#options.clock()).toISOString(),
    });
  }
}
