import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { DomainEvent } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Advance } from './advance.ts';
import { type BuildPlace, buildGeneration } from './build.ts';
import { holds } from './erasure.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Diff, type Generation, type GenerationState, type ReadStore, type Still } from './readStore.ts';
import { ProgressMeter, type ReplayRow, replayKey } from './status.ts';
import type { Track } from './track.ts';
import type { Asked } from './wanted.ts';

export interface RebuildOptions {
  store: ReadStore;
  vault: Vault;
  advance: Advance;
  epoch: number;
  place: BuildPlace;
  /** Epoch milliseconds. */
  clock: () => number;
  signal: AbortSignal;
  skips(projection: string): ReadonlySet<Position>;
  /** Records an event of the projector's own; a repeat of the same command id is recognised. */
  record(event: DomainEvent, commandId: string, cause?: Envelope): Promise<void>;
  /** Something that a status row shows has changed. */
  onChange(): void;
  /** The same where followers must see it even if the next change comes soon; resolves once they have been notified. */
  publish(): Promise<void>;
}

const SAMPLES = 10;

/** A requested generation: built beside the serving one, compared with it, and following until it is switched to or dropped. */
export class Rebuild {
  readonly asked: Asked;
  /** Settles when nothing of it runs any more; rejects with the reason why it was not built. */
  readonly ready: Promise<void>;
  readonly #options: RebuildOptions;
  readonly #projection: AnyProjection;
  readonly #generation: Generation;
  readonly #cancel = new AbortController();
  readonly #signal: AbortSignal;
  readonly #meter: ProgressMeter;
  /** The log is read up to here beside the serving generation; the rest together with it. */
  readonly #to: Position;
  /** People erased while it runs: its samples must not show them again. */
  readonly #erased = new Set<string>();
  #row: ReplayRow;
  #position: Position | null = null;
  #track: Track | null = null;

  /** `made`: built to the end in an earlier term. `refused`: why it is not started. */
  constructor(options: RebuildOptions, projection: AnyProjection, asked: Asked, made: GenerationState | null, refused: string | null) {
    const { request } = asked;
    const { generation } = request.data;
    this.asked = asked;
    this.#options = options;
    this.#projection = projection;
    this.#generation = { projection: projection.name, version: projection.version, generation };
    this.#signal = AbortSignal.any([this.#cancel.signal, options.signal]);
    this.#meter = new ProgressMeter(options.clock(), null);
    this.#to = options.advance.checkpoint ?? ORIGIN;
    this.#row = { generation, state: 'running', startedAt: request.meta.occurredAt, progress: null, diff: null, error: null };
    this.ready = refused !== null ? Promise.reject(new Error(refused)) : made ? this.#takeUp(made) : this.#build();
  }

  get row(): ReplayRow {
    if (this.#row.state !== 'running') return this.#row;
    const { catchingUp, at } = this.#track ?? { catchingUp: null, at: null };
    const now = this.#options.clock();
    if (catchingUp && this.#meter.done === 0) return { ...this.#row, progress: catchingUp.meter.at(now, at, this.#to) };
    return { ...this.#row, progress: this.#meter.at(now, this.#position, this.#to) };
  }

  /** How it advances along the log, once it is ready to serve. */
  get built(): Track | null {
    return this.#row.state === 'ready' ? this.#track : null;
  }

  get aborted(): boolean {
    return this.#signal.aborted;
  }

  moves(track: Track): boolean {
    return this.#track === track;
  }

  async #takeUp(made: GenerationState): Promise<void> {
    const { vault } = this.#options;
    const { added, changed, removed, unchanged, events } = this.asked.finished?.data ?? NOTHING;
    const diff = { added, changed, removed, unchanged };
    const key = replayKey(this.#generation.projection);
    if (!(await vault.get('status', key))) await vault.put<Diff>('status', key, { ...diff, samples: [] });
    await this.#join(made.checkpoint ?? ORIGIN);
    this.#row = { ...this.#row, state: 'ready', diff, progress: { done: events, share: 1, ratePerSecond: 0, secondsLeft: 0 } };
  }

  async #build(): Promise<void> {
    const { advance, clock, epoch, place, store, publish, vault } = this.#options;
    const projection = this.#projection;
    const { name } = projection;
    const began = clock();
    const [signal, to, generation] = [this.#signal, this.#to, this.#generation];
    const onProgress = async (events: number, position: Position) => {
      const first = this.#meter.done === 0;
      this.#meter.add(events - this.#meter.done);
      this.#position = position;
      if (first) await publish();
      else this.#options.onChange();
    };
    // A small log is folded in a moment: its beginning, one step and its end are shown all the same.
    await publish();
    const skips = this.#options.skips(name);
    const { position, halted } = await buildGeneration({ store, place, projection, generation, epoch, to, skips, signal, onProgress });
    await publish();
    // Where nothing of this code serves, an incomplete generation is better than none: it is halted where it is, like any other.
    if (halted && advance.serving(name)) throw new Error(halted);
    const track = await this.#join(position);

    const { at, diff } = await this.#compare(track);
    signal.throwIfAborted();
    const samples = diff.samples.filter((sample) => ![...this.#erased].some((person) => holds(projection, sample, person)));
    await vault.put<Diff>('status', replayKey(name), { ...diff, samples });
    const { samples: _, ...counts } = diff;
    const milliseconds = Math.max(0, Math.round(clock() - began));
    const outcome = {
      projection: name,
      generation: generation.generation,
      events: this.#meter.done,
      milliseconds,
      position: at,
      ...counts,
    };
    const { request, finished } = this.asked;
    // The outcome is recorded already where the generation was lost together with the read models.
    if (!finished) await this.#options.record({ type: 'ReplayFinished', data: outcome }, uuid5('ReplayFinished', request.id), request);
    signal.throwIfAborted();
    const progress = { ...this.#meter.at(clock(), to, to), share: 1, secondsLeft: 0 };
    this.#row = { ...this.#row, state: 'ready', diff: counts, progress };
  }

  async #join(at: Position): Promise<Track> {
    const { advance } = this.#options;
    this.#signal.throwIfAborted();
    const track = advance.track(this.#projection, this.#generation, 'apart', at);
    this.#track = track;
    const joined = await advance.catchUp(track);
    this.#signal.throwIfAborted();
    if (joined === 'halted' && advance.serving(this.#projection.name)) throw new Error(track.lastError ?? 'an event cannot be folded');
    return track;
  }

  /**
   * The differences at one position. An embedded store compares a snapshot, in steps: the comparison begins between two batches, when both generations
   * are at the same position, and continues while they advance. Other stores compare while they advance, and compare again what changed meanwhile.
   */
  async #compare(track: Track): Promise<{ at: Position; diff: Diff }> {
    const { advance, store } = this.#options;
    let at = ORIGIN;
    const signal = this.#signal;
    const still: Still = (work) =>
      advance.exclusive(() => {
        signal.throwIfAborted();
        at = advance.checkpoint ?? ORIGIN;
        return work();
      });
    const serving = advance.serving(this.#projection.name);
    if (serving && buildsApart(store)) {
      const begun = await still(async () => ({ diff: store.diff(serving.generation, track.generation, SAMPLES, undefined, signal) }));
      return { at, diff: await begun.diff };
    }
    const diff = serving
      ? await store.diff(serving.generation, track.generation, SAMPLES, still, signal)
      : { added: await still(() => store.count(track.generation)), changed: 0, removed: 0, unchanged: 0, samples: [] };
    return { at, diff };
  }

  /** The generation that was being built, or waited, is to be removed: see `drop`. */
  abort(): void {
    this.#cancel.abort();
  }

  /** Removes all of it except, with a reason, its row. */
  async drop(failed: string | null): Promise<void> {
    const { advance, epoch, store, vault } = this.#options;
    this.abort();
    if (failed !== null) this.#row = { ...this.#row, state: 'failed', diff: null, error: failed };
    if (this.#track) advance.untrack(this.#track);
    await this.ready.catch(() => undefined);
    await advance.exclusive(async () => {
      const { projection, version, generation } = this.#generation;
      const dropped = (await store.generations()).find(
        (state) => state.projection === projection && state.version === version && state.generation === generation,
      );
      if (dropped?.role === 'building') await store.dropGeneration(dropped, epoch);
    });
    await vault.remove('status', replayKey(this.#generation.projection));
  }

  /** Removes the person from the samples of its comparison; durable when it resolves. */
  async erasing(person: string): Promise<void> {
    const { vault } = this.#options;
    this.#erased.add(person);
    const key = replayKey(this.#projection.name);
    const kept = await vault.get<Diff>('status', key);
    if (!kept) return;
    const samples = kept.value.samples.filter((sample) => !holds(this.#projection, sample, person));
    if (samples.length < kept.value.samples.length) await vault.put<Diff>('status', key, { ...kept.value, samples });
  }
}

const NOTHING = { added: 0, changed: 0, removed: 0, unchanged: 0, events: 0 };
