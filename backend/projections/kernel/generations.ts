import { rmSync } from 'node:fs';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { DomainEvent, EventLog } from '../../../events/log.ts';
import { type Expected, type Position, type Recorded, StoreFault, VersionConflict } from '../../../events/store/port.ts';
import { decode } from './folding.ts';
import type { Logger } from './logger.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, GenerationState } from './readStore.ts';
import { Rebuild, type RebuildOptions } from './rebuild.ts';
import { type KeptGeneration, type PoisonReport, type ReplayRow, replayKey } from './status.ts';
import type { Track } from './track.ts';
import { type Asked, isOperation, NOTHING_ASKED, type Wanted, wantedAfter } from './wanted.ts';

export type { BuildPlace } from './build.ts';

/**
 * Reconciles every projection with what is wanted: which generation serves, which one is built, whether it is halted. What is wanted is folded from
 * its stream (`wanted.ts`) and compared with what exists, at each start and whenever a request arrives or work ends. What a crash or a power cut
 * undid is found missing and done again.
 */

export interface GenerationsOptions extends Omit<RebuildOptions, 'skips' | 'record'> {
  log: EventLog;
  projections: readonly AnyProjection[];
  logger: Logger;
  /** Background work failed for a reason that is not an event's: the term must end and begin again. */
  onFault(error: unknown): void;
  /** How long a replaced generation is kept, in ms. */
  keepFor(): Promise<number>;
}

/** The most replaced generations of one projection that are kept: each takes as much room as the one that serves. */
const MOST_KEPT = 3;

export class Generations {
  readonly #options: GenerationsOptions;
  readonly #wanted = new Map<string, Wanted>();
  /** By projection; a failed one stays until another begins, so that it can be shown. */
  readonly #rebuilds = new Map<string, Rebuild>();
  /** Previous generations that are being brought back. */
  readonly #returning = new Map<string, Track>();
  readonly #turns = new Map<string, Promise<void>>();
  readonly #background = new Set<Promise<void>>();

  constructor(options: GenerationsOptions) {
    this.#options = options;
  }

  #of(projection: string): Wanted {
    return this.#wanted.get(projection) ?? NOTHING_ASKED;
  }

  /** Positions of the events that an operator skipped, as recorded. */
  skips(projection: string): ReadonlySet<Position> {
    return this.#of(projection).skips;
  }

  replay(projection: string): ReplayRow | null {
    return this.#rebuilds.get(projection)?.row ?? null;
  }

  /** When a pause ends by itself. */
  pausedUntil(projection: string): string | null {
    return this.#of(projection).paused?.until ?? null;
  }

  /** The generations of any code version that served once and still exist, the one that served last first. */
  kept(states: readonly GenerationState[], projection: string): (GenerationState & KeptGeneration)[] {
    const { left } = this.#of(projection);
    return states
      .filter((state) => state.projection === projection && state.role === 'previous')
      .map((state) => ({ ...state, left: left.get(state.generation) ?? left.get(0) ?? state.createdAt }))
      .sort((a, b) => (a.left < b.left ? 1 : -1));
  }

  /** What follows from time alone: pauses end, and generations that were kept long enough are dropped. */
  async tend(): Promise<void> {
    const { advance, clock, epoch, projections, store } = this.#options;
    const now = clock();
    for (const { name } of projections) {
      const { paused, version } = this.#of(name);
      if (paused?.until && Date.parse(paused.until) <= now)
        await this.#record({ type: 'ProjectionResumed', data: { projection: name } }, uuid5('ProjectionResumed', name, version));
    }
    const keep = await this.#options.keepFor();
    const states = await store.generations();
    for (const { name } of projections) {
      const over = this.kept(states, name).filter(({ left }, i) => i >= MOST_KEPT || Date.parse(left) + keep <= now);
      for (const state of over)
        await advance.exclusive(async () => {
          // A generation that is to serve again is being caught up.
          if (this.#of(name).serving !== state.generation) await store.dropGeneration(state, epoch);
        });
      if (over.length > 0) this.#options.onChange();
    }
  }

  /** A following generation cannot fold an event. */
  followerHalted(track: Track, { message }: PoisonReport): void {
    const rebuild = this.#rebuilds.get(track.projection.name);
    if (rebuild?.moves(track)) this.#run(this.#fail(track.projection, rebuild, message));
    else this.#options.advance.untrack(track);
  }

  /** A person is being erased: their data are removed from stored comparisons. Durable when it resolves. */
  async erasing(person: string): Promise<void> {
    for (const rebuild of this.#rebuilds.values()) await rebuild.erasing(person);
  }

  /** Whether every projection of this code has a generation that serves. */
  complete(): boolean {
    return this.#options.projections.every(({ name }) => this.#options.advance.serving(name));
  }

  /** Resolves when no background work is running any more. */
  async settled(): Promise<void> {
    for (const rebuild of this.#rebuilds.values()) rebuild.abort();
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  // -- start ------------------------------------------------------------------------------------------------------

  async open(): Promise<void> {
    const { advance, epoch, place, projections, store, vault } = this.#options;
    // Older releases recorded why a projection was halted.
    for (const { key } of await vault.list('status', 'detached:')) await vault.remove('status', key);
    // From here on no earlier term can write: what is read now stays true.
    await store.commit({ epoch, writes: [], changes: [] });
    advance.checkpoint = await store.checkpoint();
    await this.#readAll();
    if (advance.checkpoint === null) {
      // The read models were deleted. Projections that would be paused or halted before the first event run, and the record says so.
      for (const { name } of projections) {
        const { paused, version } = this.#of(name);
        if (paused)
          await this.#record({ type: 'ProjectionResumed', data: { projection: name } }, uuid5('ProjectionResumed', name, version));
      }
      await this.#readAll();
    }
    rmSync(place.folder, { recursive: true, force: true });
    for (const state of await store.generations()) {
      // What was not built to its end is rebuilt.
      if (state.role === 'building' && !this.#waits(state)) await store.dropGeneration(state, epoch);
      // A detached generation that no code of this release can advance is no longer at the common checkpoint.
      if (state.role === 'serving' && state.checkpoint === null && !this.#codeOf(state))
        await store.setDetached(state, advance.checkpoint ?? ORIGIN, epoch);
    }
    const states = await store.generations();
    for (const projection of projections) await this.#takeUp(projection, states);
    for (const projection of projections) await this.#settle(projection);
  }

  #codeOf(state: Generation): AnyProjection | undefined {
    return this.#options.projections.find(({ name, version }) => name === state.projection && version === state.version);
  }

  #waits({ projection, version, generation, checkpoint }: GenerationState): boolean {
    const { asked, open, serving } = this.#of(projection);
    const one = asked.get(generation);
    return (
      checkpoint !== null && one?.finished != null && one.request.data.codeVersion === version && (one === open || serving === generation)
    );
  }

  async #takeUp(projection: AnyProjection, states: readonly GenerationState[]): Promise<void> {
    const { advance, epoch, store } = this.#options;
    const own = states.filter((state) => state.projection === projection.name && state.version === projection.version);
    const serving = own.find((state) => state.role === 'serving');
    const wanted = this.#of(projection.name).serving;
    if (advance.checkpoint === null && (!serving || (wanted !== null && serving.generation !== wanted))) {
      // The first start, or the read models were deleted: all start together, through the normal loop.
      const free = !states.some((state) => state.projection === projection.name && state.generation === wanted);
      const number = wanted !== null && free ? wanted : this.#next(projection.name, states);
      const generation = { projection: projection.name, version: projection.version, generation: number };
      await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] }, epoch);
      await store.switchTo(generation, null, epoch);
      advance.serve(advance.track(projection, generation, 'common', null));
    } else if (serving) {
      const mode = serving.checkpoint === null ? 'common' : 'apart';
      advance.serve(advance.track(projection, serving, mode, serving.checkpoint ?? advance.checkpoint));
    } else await this.#ask(projection, states);
  }

  /** No generation of this code version serves: the previous one returns, or a new one is built beside the one that serves. */
  async #ask(projection: AnyProjection, states: readonly GenerationState[]): Promise<void> {
    const { name, version } = projection;
    const previous = this.kept(states, name).find((state) => state.version === version);
    while ((await this.#toBuild(projection))?.request.data.codeVersion !== version) {
      const read = this.#of(name).version;
      const generation = previous?.generation ?? this.#next(name, states);
      const event = previous
        ? { type: 'GenerationReturned', data: { projection: name, generation } }
        : { type: 'ReplayStarted', data: { projection: name, generation, codeVersion: version } };
      try {
        // After everything that was read: a concurrent request gets another number.
        return await this.#record(event, uuid5('code', name, version, read), undefined, read < 0 ? 'none' : read);
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        await this.#readAll();
      }
    }
  }

  #next(projection: string, states: readonly GenerationState[]): number {
    const { asked, serving } = this.#of(projection);
    const used = states.filter((state) => state.projection === projection).map((state) => state.generation);
    return Math.max(0, serving ?? 0, ...asked.keys(), ...used) + 1;
  }

  // -- what is wanted ---------------------------------------------------------------------------------------------

  /** The requests about this code's projections, read from their own streams: a search of the log for so few would pass every event. */
  async #readAll(): Promise<void> {
    const { log, logger, projections } = this.#options;
    for (const { name } of projections) {
      const records: Recorded[] = [];
      for await (const record of log.store.readStream(`operations-${name}`)) records.push(record);
      for (const { record, ...one } of await decode(log, records)) {
        if ('event' in one) this.#take(one.event);
        else
          logger.warn(
            { err: one.error, eventId: record.id, type: record.type, projection: name },
            'a request that cannot be read is passed over',
          );
      }
    }
  }

  #take(event: Envelope): void {
    const { projection } = event.data as { projection: string };
    this.#wanted.set(projection, wantedAfter(this.#of(projection), event));
  }

  /** Called for each event of `operations-<projection>`. */
  async handle(event: Envelope): Promise<void> {
    const { logger, onChange, projections } = this.#options;
    this.#take(event);
    const { projection: name } = event.data as { projection: string };
    const projection = projections.find((one) => one.name === name);
    if (!projection) return;
    logger.info({ projection: name, request: event.type, actor: event.meta.actor.userId }, 'operation on a projection');
    await this.#settle(projection, isOperation(event, 'ProjectionResumed') || isOperation(event, 'PoisonEventSkipped'));
    onChange();
  }

  /** One at a time for each projection. `again`: what was halted, or could not be built, is tried once more. */
  #settle(projection: AnyProjection, again = false): Promise<void> {
    const before = this.#turns.get(projection.name) ?? Promise.resolve();
    const turn = before.then(async () => {
      await this.#standOrMove(projection, again);
      await this.#build(projection, again);
      await this.#bring(projection);
    });
    this.#turns.set(
      projection.name,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #standOrMove(projection: AnyProjection, again: boolean): Promise<void> {
    const { advance } = this.#options;
    const serving = advance.serving(projection.name);
    if (!serving) return;
    if (this.#of(projection.name).paused) return advance.exclusive(() => advance.pause(serving));
    if (serving.mode !== 'apart' || serving.catchingUp || (serving.halt?.kind === 'halted' && !again)) return;
    this.#run(advance.catchUp(serving).then(() => this.#settle(projection)));
  }

  /** The generation that must be built, or kept ready; first of all the one that should serve and does not exist any more. */
  async #toBuild({ name, version }: AnyProjection): Promise<Asked | null> {
    const { advance, store } = this.#options;
    const { asked, open, serving } = this.#of(name);
    const lost = serving === null || advance.serving(name)?.generation.generation === serving ? undefined : asked.get(serving);
    if (lost?.request.data.codeVersion !== version) return open;
    // A request that could not be built gives way to a later one.
    if (open && lost?.failed) return open;
    const states = await store.generations();
    // Its number may be taken: by the one before, or by one of another code version.
    return states.some((one) => one.projection === name && one.generation === serving && one.role !== 'building') ? open : lost;
  }

  async #build(projection: AnyProjection, again: boolean): Promise<void> {
    const { name, version } = projection;
    const { advance, store } = this.#options;
    const asked = await this.#toBuild(projection);
    const running = this.#rebuilds.get(name);
    const failed = running?.row.state === 'failed';
    if (running?.asked.request.id === asked?.request.id && !(failed && again)) return;
    if (running && (asked || !failed)) {
      this.#rebuilds.delete(name);
      await running.drop(null);
    }
    if (!asked) return;
    const { codeVersion, generation } = asked.request.data;
    const states = (await store.generations()).filter((state) => state.projection === name && state.generation === generation);
    const made = states.find((state) => state.role === 'building' && this.#waits(state)) ?? null;
    const rebuild = new Rebuild(
      { ...this.#options, skips: (of) => this.skips(of), record: (event, id, cause) => this.#record(event, id, cause) },
      projection,
      asked,
      made,
      codeVersion !== version
        ? `se pidió la versión ${codeVersion}; este programa tiene la ${version}`
        : states.some((state) => state.role !== 'building')
          ? TAKEN
          : null,
    );
    this.#rebuilds.set(name, rebuild);
    const outcome = rebuild.ready.then(
      async () => {
        // Where nothing of this code serves, no request is needed.
        const switched = { type: 'GenerationSwitched', data: { projection: name, generation } } as const;
        if (!advance.serving(name)) await this.#record(switched, uuid5('GenerationSwitched', asked.request.id), asked.request);
        await this.#settle(projection);
      },
      async (error: unknown) => {
        if (rebuild.aborted) return;
        if (error instanceof StoreFault) throw error;
        await this.#fail(projection, rebuild, error instanceof Error ? error.message : String(error));
      },
    );
    this.#run(outcome);
  }

  async #fail(projection: AnyProjection, rebuild: Rebuild, error: string): Promise<void> {
    const { request } = rebuild.asked;
    const { name } = projection;
    const data = { projection: name, generation: request.data.generation, error: error.slice(0, 500) };
    this.#options.logger.warn(data, 'replay failed');
    await rebuild.drop(error);
    await this.#record({ type: 'ReplayFailed', data }, uuid5('ReplayFailed', request.id), request);
    // Nothing of this code serves: it is requested again, after a pause.
    if (!this.#options.advance.serving(name) && request.data.codeVersion === projection.version)
      this.#options.onFault(new Error(`${name} could not be built: ${error}`));
  }

  // -- serving ----------------------------------------------------------------------------------------------------

  /** What should serve and exists, serves. */
  async #bring(projection: AnyProjection): Promise<void> {
    const { advance, logger, store, vault } = this.#options;
    const { name, version } = projection;
    const generation = this.#of(name).serving;
    const back = this.#returning.get(name);
    if (back && back.generation.generation !== generation) {
      this.#returning.delete(name);
      advance.untrack(back);
    }
    if (generation === null || advance.serving(name)?.generation.generation === generation) return;
    const rebuild = this.#rebuilds.get(name);
    if (rebuild?.asked.request.data.generation === generation) {
      if (!rebuild.built || !(await this.#serve(rebuild.built))) return;
      this.#rebuilds.delete(name);
      await vault.remove('status', replayKey(name));
      // Requests that came meanwhile.
      await this.#build(projection, false);
      return this.#standOrMove(projection, false);
    }
    if (back?.generation.generation === generation) {
      if (back.catchingUp) return;
      this.#returning.delete(name);
      if (await this.#serve(back)) return this.#standOrMove(projection, false);
      advance.untrack(back);
      const serving = advance.serving(name);
      if (serving) serving.lastError = back.lastError;
      return;
    }
    const state = (await store.generations()).find((one) => one.projection === name && one.generation === generation);
    // Built by another code version: that of this version is being built.
    if ((state?.version ?? this.#of(name).asked.get(generation)?.request.data.codeVersion ?? version) !== version) return;
    if (state?.role !== 'previous') return logger.warn({ projection: name, generation }, 'there is no such generation to serve');
    const track = advance.track(projection, state, 'apart', state.checkpoint ?? ORIGIN);
    this.#returning.set(name, track);
    this.#run(advance.catchUp(track).then(() => this.#settle(projection)));
  }

  /** Switches to a following generation; to a halted one only where nothing else serves. Returns whether it did. */
  #serve(track: Track): Promise<boolean> {
    const { advance, epoch, store } = this.#options;
    const { name } = track.projection;
    return advance.exclusive(async () => {
      const before = advance.serving(name);
      const follows = track.mode === 'follower';
      if (!follows && !(track.halt && !before)) return false;
      // It serves detached, and rejoins as any detached one does: after a crash in between the next start continues, and followers read again.
      await store.switchTo(track.generation, track.at, epoch);
      if (before) advance.untrack(before);
      advance.serve(track);
      if (follows) await advance.join(track);
      else await advance.publishReset(name);
      return true;
    });
  }

  // -- records ----------------------------------------------------------------------------------------------------

  #run(work: Promise<unknown>): void {
    const { onChange, onFault, signal } = this.#options;
    const task: Promise<void> = work.then(
      () => onChange(),
      (error: unknown) => {
        if (!signal.aborted) onFault(error);
      },
    );
    this.#background.add(task);
    void task.finally(() => this.#background.delete(task));
  }

  async #record(event: DomainEvent, commandId: string, cause?: Envelope, expected: Expected = 'any'): Promise<void> {
    const { projection } = event.data as { projection: string };
    await this.#options.log.append(`operations-${projection}`, expected, [event], {
      commandId,
      correlationId: cause?.meta.correlationId ?? commandId,
      causationId: cause?.id ?? commandId,
      actor: { userId: null, role: 'system' },
      occurredAt: new Date(this.#options.clock()).toISOString(),
    });
  }
}

/** The requester's version was counted from read models that have just been emptied. It is not written into again. */
const TAKEN = 'esa generación ya existe; vuelve a pedirla';
