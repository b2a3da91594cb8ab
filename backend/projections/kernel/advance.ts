import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { type Position, type Recorded, StoreFault } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { redactElsewhere } from './erasure.ts';
import { FORGETTING, forgottenPerson, inOrder } from './fold.ts';
import { decode, foldTrack, type Outcome, withRetries } from './heard.ts';
import type { Logger } from './logger.ts';
import { type Drained, March } from './march.ts';
import { afterOf, ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, NewChange, ReadStore } from './readStore.ts';
import { eventsBetween, type PoisonReport, ProgressMeter, resetOf } from './status.ts';
import { detachedKey, type Halt, moved, newTrack, occurrence, type Track } from './track.ts';

/**
 * How generations move along the log while this process holds the lease: together under the common checkpoint, or apart.
 * Everything that commits goes through `exclusive`, so that steps never interleave.
 */

export interface AdvanceOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  epoch: number;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Aborts when the lease is lost or the projector stops. */
  signal: AbortSignal;
  onCommit(position: Position): void;
  /** What else holds data of the person forgets it; durable when it resolves, for the erasure is then passed. */
  onErasing(person: string): Promise<void>;
  onErased(person: string): void;
  /** Types that the caller wants decoded from every batch, whatever the projections hear. */
  alsoDecode: ReadonlySet<string>;
  /** A generation that follows cannot fold an event: it is no replacement any more. Called within `exclusive`. */
  onFollowerHalted(track: Track, poison: PoisonReport): void;
  /** Positions of events that a person skipped for a projection, on record. */
  skips: (projection: string) => ReadonlySet<Position>;
}

/** Key in the vault's table `checkpoints` while a long way is being made. */
const QUIET_KEY = 'projector-quiet';
interface LongWay {
  /** Marching failed. */
  inSteps: boolean;
}
/** More events than this are a long way. */
const LONG_WAY = 10_000;
const CATCH_UP_PAGE = 500;

interface Missed {
  page: Recorded[];
  seen: Position;
}

/** What was folded since the checkpoint is worthless: read on from there. */
export class GoBack extends Error {}

export class Advance {
  readonly tracks: Track[] = [];
  /** The common checkpoint. */
  checkpoint: Position | null = null;
  readonly #options: AdvanceOptions;
  /** While a long way is made of which followers are not told step by step. */
  #quiet = false;
  #march: March | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /** One at a time, in the order of asking, with everything written that was folded. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.aside(async () => {
      await this.#writeHeld();
      return work();
    });
  }

  /** The same for work that does not look at documents or checkpoints. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      this.#options.signal.throwIfAborted();
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when nothing that was asked for is still being done. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  track(projection: AnyProjection, generation: Generation, mode: Track['mode'], at: Position | null): Track {
    const track = newTrack(projection, generation, mode, at, this.#options.clock());
    this.tracks.push(track);
    return track;
  }

  untrack(track: Track): void {
    const index = this.tracks.indexOf(track);
    if (index >= 0) this.tracks.splice(index, 1);
  }

  serving(projection: string): Track | undefined {
    return this.tracks.find((track) => track.projection.name === projection && this.#serves.has(track));
  }
  readonly #serves = new Set<Track>();
  /** Marks the track that answers reads of its projection; another one stops to. */
  serve(track: Track): void {
    const before = this.serving(track.projection.name);
    if (before) this.#serves.delete(before);
    this.#serves.add(track);
  }

  // -- together ---------------------------------------------------------------------------------------------------

  /**
   * Folds a batch, in log order and beyond what was folded, into everything that moves together. Answers the decoded events of `alsoDecode`,
   * once everything up to them is written. Throws GoBack where the way has to be made again from the checkpoint.
   */
  take(batch: readonly Recorded[]): Promise<Envelope[]> {
    return this.aside(() => (this.#march ? this.#stride(this.#march, batch) : this.#step(batch)));
  }

  #moving(): { moving: Track[]; wanted: Set<string> } {
    const moving = this.tracks.filter((track) => track.mode !== 'apart');
    return { moving, wanted: new Set([...FORGETTING, ...this.#options.alsoDecode, ...moving.flatMap((track) => [...track.hears])]) };
  }

  async #stride(march: March, batch: readonly Recorded[]): Promise<Envelope[]> {
    const { moving, wanted } = this.#moving();
    let events: Envelope[];
    try {
      events = await march.take(batch, moving, wanted);
    } catch (error) {
      if (error instanceof StoreFault) throw error;
      throw await this.#goBack(error);
    }
    for (const event of events) {
      const person = forgottenPerson(event);
      if (person === null) continue;
      await this.#erase(person, moving);
      this.#options.onErased(person);
    }
    const requests = events.filter((event) => this.#options.alsoDecode.has(event.type));
    if (march.full || requests.length > 0) await this.#writeHeld();
    return requests;
  }

  /** An event fails: which one, and for whom, is found in steps. Remembered, so that the next term does not march into it again. */
  async #goBack(error: unknown): Promise<GoBack> {
    this.#march = null;
    this.#options.logger.info({ err: error, checkpoint: this.checkpoint }, 'an event fails on a long way: it is made again in steps');
    await this.#options.vault.put<LongWay>('checkpoints', QUIET_KEY, { inSteps: true });
    return new GoBack('the way is made again in steps', { cause: error });
  }

  /** Writes what a march holds. */
  async #writeHeld(): Promise<void> {
    const march = this.#march;
    const last = march?.last;
    if (!march || !last) return;
    const { epoch, onCommit, store } = this.#options;
    let drained: Drained[];
    try {
      drained = march.drain();
    } catch (error) {
      throw await this.#goBack(error);
    }
    await store.commit({
      epoch,
      checkpoint: last.position,
      detached: drained.flatMap(({ track }) =>
        track.mode === 'follower' ? [{ generation: track.generation, checkpoint: last.position }] : [],
      ),
      writes: drained.flatMap(({ track, writes }) => (writes.length > 0 ? [{ generation: track.generation, docs: writes }] : [])),
      changes: [],
    });
    march.written();
    this.checkpoint = last.position;
    const occurredAt = occurrence(last);
    for (const outcome of drained) moved(outcome.track, outcome, last.position, occurredAt);
    onCommit(last.position);
  }

  /** What does not move with the batch forgets the person: durable before the checkpoint passes the erasure, and done again after a crash. */
  async #erase(person: string, moving: readonly Track[]): Promise<void> {
    await this.#options.onErasing(person);
    await redactElsewhere(
      person,
      moving.map((track) => track.generation),
      this.#options,
    );
  }

  async #step(batch: readonly Recorded[]): Promise<Envelope[]> {
    const { log, store, epoch, signal, onCommit, onErased, alsoDecode, onFollowerHalted } = this.#options;
    const last = batch.at(-1);
    if (!last) return [];
    const { moving, wanted } = this.#moving();
    const { heard, outcomes } = await withRetries(signal, async () => {
      const heard = await decode(
        log,
        batch.filter((record) => wanted.has(record.type)),
      );
      const outcomes: Outcome[] = [];
      for (const track of moving) outcomes.push(await foldTrack(this.#options, track, heard, track.mode === 'common' && !this.#quiet));
      return { heard, outcomes };
    });

    const detached: { generation: Generation; checkpoint: Position }[] = [];
    const halted = new Map<Track, Position>();
    for (const { track, poison } of outcomes) {
      if (poison) {
        const index = batch.findIndex((record) => record.position === poison.position);
        const before = batch[index - 1]?.position ?? this.checkpoint ?? ORIGIN;
        halted.set(track, before);
        if (track.mode === 'common') await this.#detach(track, { kind: 'halted', poison });
        if (before !== (this.checkpoint ?? ORIGIN)) detached.push({ generation: track.generation, checkpoint: before });
      } else if (track.mode === 'follower') detached.push({ generation: track.generation, checkpoint: last.position });
    }
    const erased = heard.flatMap((one) => ('event' in one ? (forgottenPerson(one.event) ?? []) : []));
    for (const person of erased) await this.#erase(person, moving);
    await store.commit({
      epoch,
      checkpoint: last.position,
      detached,
      writes: outcomes.flatMap(({ track, writes }) => (writes.length > 0 ? [{ generation: track.generation, docs: writes }] : [])),
      changes: outcomes
        .flatMap(({ track, changes, reset }) => [...changes, ...(reset ? [resetOf(track.projection.name, last.position)] : [])])
        .sort(inOrder),
    });
    this.checkpoint = last.position;
    const occurredAt = occurrence(last);
    for (const outcome of outcomes) {
      const { track, poison } = outcome;
      moved(track, outcome, halted.get(track) ?? last.position, poison ? track.lastEventAt : occurredAt);
      if (!poison) continue;
      const serves = track.mode === 'common';
      track.mode = 'apart';
      if (serves) this.#halted(track, poison);
      else onFollowerHalted(track, poison);
    }
    for (const person of erased) onErased(person);
    onCommit(last.position);
    return heard.flatMap((one) => ('event' in one && alsoDecode.has(one.type) ? [one.event] : []));
  }

  /**
   * Whether a long way lies ahead, on which changes are not told one by one: whoever follows reads again at its end.
   * It is remembered, so that a crash on the way does not make the rest look short.
   */
  async setOut(head: Position | null): Promise<void> {
    const { log, skips, store, vault } = this.#options;
    const left = await vault.get<LongWay>('checkpoints', QUIET_KEY);
    const ahead = eventsBetween(this.checkpoint, head);
    this.#quiet = left !== null || (ahead ?? (this.checkpoint === null ? Number.POSITIVE_INFINITY : 0)) > LONG_WAY;
    if (!this.#quiet) return;
    if (!left) await vault.put<LongWay>('checkpoints', QUIET_KEY, { inSteps: false });
    if (!left?.value.inSteps) this.#march = new March({ log, store, fromNothing: this.checkpoint === null, skips });
  }

  /** Within `exclusive`. The long way is done. */
  async arrive(): Promise<void> {
    this.#march = null;
    if (!this.#quiet) return;
    const { store, vault } = this.#options;
    const resets = this.tracks.filter((track) => track.mode === 'common').map((track) => track.projection.name);
    // Emptied up to here, the log of changes answers nobody who asks from before; and those who listen now are told afterwards.
    await this.#reset(resets);
    await store.trimChanges(0);
    await this.#reset(resets);
    await vault.remove('checkpoints', QUIET_KEY);
    this.#quiet = false;
  }

  async #reset(projections: readonly string[]): Promise<void> {
    const { checkpoint } = this;
    if (checkpoint !== null) await this.publish(projections.map((projection) => resetOf(projection, checkpoint)));
  }

  /** Tells followers without moving anything. */
  async publish(changes: readonly NewChange[]): Promise<void> {
    if (changes.length === 0 || this.checkpoint === null) return;
    await this.#options.store.commit({ epoch: this.#options.epoch, writes: [], changes });
    this.#options.onCommit(this.checkpoint);
  }

  publishReset(projection: string): Promise<void> {
    return this.#reset([projection]);
  }

  // -- apart ------------------------------------------------------------------------------------------------------

  /** Within `exclusive`. Takes a serving generation out of the common movement at the common checkpoint. */
  async pause(track: Track): Promise<void> {
    if (track.mode !== 'common') return;
    await this.#detach(track, { kind: 'paused' });
    track.mode = 'apart';
    track.at = this.checkpoint ?? ORIGIN;
    this.#options.logger.info({ projection: track.projection.name, position: track.at }, 'projection paused');
  }

  /**
   * Reads what the track missed, in pages between which the others go on, and lets it join: as common when it serves
   * (its followers get a reset), else as a follower. `halted`: it met an event that it cannot fold.
   */
  catchUp(track: Track): Promise<'joined' | 'halted'> {
    if (track.mode !== 'apart') return Promise.resolve('joined');
    if (!track.catchingUp) {
      track.halt = null;
      const meter = new ProgressMeter(this.#options.clock(), track.at);
      const done = this.#catchUp(track, meter).finally(() => {
        track.catchingUp = null;
      });
      track.catchingUp = { done, meter };
    }
    return track.catchingUp.done;
  }

  /** What the track missed next, and how far one has seen with that. */
  async #missed(track: Track): Promise<Missed> {
    const { store } = this.#options.log;
    const head = (await store.head()) ?? ORIGIN;
    const page: Recorded[] = [];
    for await (const record of store.readAll(afterOf(track.at), { types: [...track.hears], limit: CATCH_UP_PAGE })) page.push(record);
    return { page, seen: page.length < CATCH_UP_PAGE ? head : (page.at(-1)?.position ?? head) };
  }

  async #catchUp(track: Track, meter: ProgressMeter): Promise<'joined' | 'halted'> {
    // From afar it is read while the others go on: a log may have to be searched long for the few events that a projection hears.
    for (let near = false; ; ) {
      const read: Missed | null = near ? null : await this.#missed(track);
      near = read === null || read.page.length < CATCH_UP_PAGE;
      const result = await this.exclusive(async () => {
        // Dropped meanwhile.
        if (!this.tracks.includes(track)) return 'halted';
        const target = this.checkpoint;
        if (target === null || track.at >= target) return this.#join(track);
        const missed = read ?? (await this.#missed(track));
        const seen = missed.seen < target ? missed.seen : target;
        const page = missed.page.filter(({ position }) => position <= seen);
        const { poison, ...outcome } = await withRetries(this.#options.signal, async () => {
          const heard = await decode(this.#options.log, page);
          return foldTrack(this.#options, track, heard, false);
        });
        const index = poison ? page.findIndex((record) => record.position === poison.position) : page.length;
        const to = poison ? (page[index - 1]?.position ?? track.at) : seen;
        if (to > track.at) {
          await this.#options.store.commit({
            epoch: this.#options.epoch,
            detached: [{ generation: track.generation, checkpoint: to }],
            writes: outcome.writes.length > 0 ? [{ generation: track.generation, docs: outcome.writes }] : [],
            changes: [],
          });
        }
        track.at = to;
        track.rate.add(outcome.handled);
        meter.add(outcome.handled);
        const last = page[index - 1];
        if (last) track.lastEventAt = occurrence(last);
        if (track.documents !== null) track.documents += outcome.growth;
        if (poison) {
          if (this.#serves.has(track)) await this.#remember(track, { kind: 'halted', poison });
          this.#halted(track, poison);
          return 'halted';
        }
        return to >= target ? this.#join(track) : 'more';
      });
      if (result !== 'more') return result;
    }
  }

  /** Everything up to the common checkpoint is in it. */
  async #join(track: Track): Promise<'joined'> {
    const { store, vault, logger } = this.#options;
    if (this.#serves.has(track)) {
      // First: should the rest not happen, it happens at the next start, and reading once too often does no harm.
      await this.publishReset(track.projection.name);
      await store.setDetached(track.generation, null);
      await vault.remove('status', detachedKey(track.projection.name));
      track.mode = 'common';
      logger.info({ projection: track.projection.name, position: track.at }, 'projection rejoined');
    } else track.mode = 'follower';
    track.lastError = null;
    return 'joined';
  }

  /** Checkpoint and reason of a serving generation that stands apart from here on. */
  async #detach(track: Track, halt: Halt): Promise<void> {
    await this.#remember(track, halt);
    await this.#options.store.setDetached(track.generation, this.checkpoint ?? ORIGIN);
  }

  async #remember(track: Track, halt: Halt): Promise<void> {
    await this.#options.vault.put<Halt>('status', detachedKey(track.projection.name), halt);
    track.halt = halt;
  }

  #halted(track: Track, poison: PoisonReport): void {
    track.halt = { kind: 'halted', poison };
    track.lastError = poison.message;
    const { stack: _, ...fields } = poison;
    this.#options.logger.error({ projection: track.projection.name, ...fields }, 'projection halted by an event');
  }
}
