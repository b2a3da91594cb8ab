import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { DomainEvent } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Advance } from './advance.ts';
import { type BuildPlace, buildFile, buildGeneration, removeBuild } from './build.ts';
import { holds } from './erasure.ts';
import type { Logger } from './logger.ts';
import type { History, OperationOf } from './operationsHistory.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Diff, type Generation, type GenerationState, type ReadStore, type Still } from './readStore.ts';
import { type PoisonReport, ProgressMeter, type ReplayRow, replayKey } from './status.ts';
import type { Track } from './track.ts';

/** Replays of one term: built beside what serves, compared, following until they are served or dropped. */

export interface ReplaysOptions {
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
  skips(projection: string): ReadonlySet<Position>;
  /** Puts an event of the projector's own on record; the same command id again is the same event. */
  record(event: DomainEvent, commandId: string, cause?: Envelope): Promise<void>;
  /** Watches over work that goes on in the background. */
  run(work: Promise<unknown>): void;
  /** Something that a status row shows has changed. */
  onChange(): void;
  /** The same for what followers are to see even when the next change is near; resolves when they have been told. */
  tell(): Promise<void>;
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

const SAMPLES = 10;
const INTERRUPTED = 'interrumpida';
const TAKEN = 'esa generación ya existe; vuelve a pedirla';

type OpenReplay = NonNullable<History['replay']>;

export class Replays {
  readonly #options: ReplaysOptions;
  readonly #replays = new Map<string, Replay>();

  constructor(options: ReplaysOptions) {
    this.#options = options;
  }

  row(projection: string): ReplayRow | null {
    const replay = this.#replays.get(projection);
    if (replay?.row.state !== 'running') return replay?.row ?? null;
    const { catchingUp, at } = replay.track ?? { catchingUp: null, at: null };
    const now = this.#options.clock();
    if (catchingUp && replay.meter.done === 0) return { ...replay.row, progress: catchingUp.meter.at(now, at, replay.target) };
    return { ...replay.row, progress: replay.meter.at(now, replay.position, replay.target) };
  }

  has(projection: string): boolean {
    return this.#replays.has(projection);
  }

  /** The generation that was built and waits, if it is this one. */
  ready(projection: string, generation: number): Track | null {
    const replay = this.#replays.get(projection);
    return replay?.row.state === 'ready' && replay.row.generation === generation ? replay.track : null;
  }

  /** Settles when this generation, which is being built, has been built or not; null where it is not. */
  building(projection: string, generation: number): Promise<void> | null {
    const replay = this.#replays.get(projection);
    return replay?.row.state === 'running' && replay.row.generation === generation ? replay.ended : null;
  }

  /** It serves now: nothing of the replay is left but its record. */
  async served(projection: string): Promise<void> {
    this.#replays.delete(projection);
    await this.#options.vault.remove('status', replayKey(projection));
  }

  abort(): void {
    for (const replay of this.#replays.values()) replay.cancel.abort();
  }

  /**
   * The replay that was open when the last term ended: it waits to be served, or it is over. `history`: with what was asked for since. What serves by
   * it, and has been lost with the read models, is built again.
   */
  async goOn(projection: AnyProjection, own: readonly GenerationState[], open: OpenReplay, history: History): Promise<void> {
    const { advance, vault } = this.#options;
    const state = own.find(({ generation, role }) => role === 'building' && generation === open.request.data.generation);
    if (!state && history.serving === open.request.data.generation) return this.start(projection, open.request, history);
    if (!state || !open.finished) return this.#recordFailure(open.request, INTERRUPTED);
    const { added, changed, removed, unchanged, events, position } = open.finished.data;
    const replay = this.#newReplay(open.request);
    replay.meter.add(events);
    replay.track = advance.track(projection, state, 'apart', state.checkpoint);
    const diff = { added, changed, removed, unchanged };
    const progress = { done: events, share: 1, ratePerSecond: 0, secondsLeft: 0 };
    replay.row = { ...replay.row, state: 'ready', diff, progress };
    replay.position = position as Position;
    this.#replays.set(projection.name, replay);
    if (!(await vault.get('status', replayKey(projection.name))))
      await vault.put<Diff>('status', replayKey(projection.name), { ...diff, samples: [] });
    this.#options.run(this.#join(replay, replay.track));
    if (!advance.serving(projection.name)) await this.#requestSwitch(replay);
  }

  async #join(replay: Replay, track: Track): Promise<void> {
    if ((await this.#options.advance.catchUp(track)) === 'halted' && this.#options.advance.serving(track.projection.name))
      await this.#fail(replay, track.lastError ?? '');
  }

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

  async start(projection: AnyProjection, request: OperationOf<'ReplayStarted'>, history: History): Promise<void> {
    const { name } = projection;
    const running = this.#replays.get(name);
    if (running?.request.id === request.id) return;
    const open = history.replay?.request.id === request.id ? history.replay : null;
    // Over already: what came of it stands further on in the log. What serves by the log is built again where the read models have lost it.
    const { codeVersion, generation } = request.data;
    const lost = history.serving === generation && codeVersion === projection.version;
    if (!open && (!lost || this.#options.advance.serving(name)?.generation.generation === generation)) return;
    if (open?.finished) return this.#recordFailure(request, INTERRUPTED);
    // Who asked did not see the generation: the read models had just been emptied. It is not written into again.
    const taken = (await this.#options.store.generations()).some(
      (state) => state.projection === name && state.generation === generation && state.role !== 'building',
    );
    if (taken) return this.#recordFailure(request, TAKEN);
    if (running) await this.cancel(name);
    const replay = this.#newReplay(request);
    this.#replays.set(name, replay);
    if (request.data.codeVersion !== projection.version)
      return this.#fail(replay, `se pidió la versión ${request.data.codeVersion}; este programa tiene la ${projection.version}`);
    replay.ended = this.#build(projection, replay).catch(async (error: unknown) => {
      if (!replay.cancel.signal.aborted && !this.#options.signal.aborted)
        await this.#fail(replay, error instanceof Error ? error.message : String(error));
    });
    this.#options.run(replay.ended);
  }

  async #build(projection: AnyProjection, replay: Replay): Promise<void> {
    const { advance, clock, epoch, place, store, tell } = this.#options;
    const began = clock();
    const { name, version } = projection;
    const generation: Generation = { projection: name, version, generation: replay.row.generation };
    const signal = AbortSignal.any([replay.cancel.signal, this.#options.signal]);
    const to = replay.target ?? ORIGIN;
    const skips = this.#options.skips(name);
    const onProgress = async (events: number, position: Position) => {
      const first = replay.meter.done === 0;
      replay.meter.add(events - replay.meter.done);
      replay.position = position;
      if (first) await tell();
      else this.#options.onChange();
    };
    // A small log is folded in a moment: its beginning, something on the way and its end are shown all the same.
    await tell();
    const { position, halted } = await buildGeneration({ store, place, projection, generation, epoch, to, skips, signal, onProgress });
    await tell();
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
    const progress = { ...replay.meter.at(clock(), to, to), share: 1, secondsLeft: 0 };
    replay.row = { ...replay.row, state: 'ready', diff: counts, progress };
    await this.#options.record(
      {
        type: 'ReplayFinished',
        data: { projection: name, generation: generation.generation, events: replay.meter.done, milliseconds, position: at, ...counts },
      },
      uuid5('ReplayFinished', replay.request.id),
      replay.request,
    );
    if (!advance.serving(name)) await this.#requestSwitch(replay);
  }

  /**
   * What would change, at one position. An embedded store compares a snapshot of its own, in steps: the comparison begins between two batches,
   * when both generations stand at the same position, and goes on while they move. Others compare while they move, and what moved once more at the end.
   */
  async #compare(projection: AnyProjection, track: Track): Promise<{ at: Position; diff: Diff }> {
    const { advance, store } = this.#options;
    let at = ORIGIN;
    const still: Still = (work) =>
      advance.exclusive(() => {
        at = advance.checkpoint ?? ORIGIN;
        return work();
      });
    const serving = advance.serving(projection.name);
    if (serving && buildsApart(store)) {
      const begun = await still(async () => ({ diff: store.diff(serving.generation, track.generation, SAMPLES) }));
      return { at, diff: await begun.diff };
    }
    const diff = serving
      ? await store.diff(serving.generation, track.generation, SAMPLES, still)
      : { added: await still(() => store.count(track.generation)), changed: 0, removed: 0, unchanged: 0, samples: [] };
    return { at, diff };
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
    return this.#options.record({ type: 'ReplayFailed', data }, uuid5('ReplayFailed', request.id), request);
  }

  async cancel(name: string): Promise<void> {
    const replay = this.#replays.get(name);
    if (!replay) return;
    replay.cancel.abort();
    if (replay.track) this.#options.advance.untrack(replay.track);
    await replay.ended;
    this.#replays.delete(name);
    await this.#drop(replay);
  }

  /** A generation that follows cannot fold an event. Answers whether it was a replay's. */
  halted(track: Track, poison: PoisonReport): boolean {
    const replay = [...this.#replays.values()].find((one) => one.track === track);
    if (replay) this.#options.run(this.#fail(replay, poison.message));
    return replay !== undefined;
  }

  /** Where nothing of this code serves, nobody has to be asked. */
  #requestSwitch({ request }: Replay): Promise<void> {
    const { projection, generation } = request.data;
    return this.#options.record(
      { type: 'GenerationSwitched', data: { projection, generation } },
      uuid5('GenerationSwitched', request.id),
      request,
    );
  }

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
}
