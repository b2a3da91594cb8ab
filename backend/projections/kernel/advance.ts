import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { forgottenIn } from '../../../events/privacy.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { redactElsewhere } from './erasure.ts';
import { FORGETTING, inOrder } from './fold.ts';
import { documentsOf, EACH_PAGE, type FlushPolicy, Folder, GenerationFold, WRITE_BEHIND } from './folding.ts';
import type { Logger } from './logger.ts';
import { afterOf, ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, NewChange, ReadStore } from './readStore.ts';
import { eventsBetween, type PoisonReport, ProgressMeter, resetOf } from './status.ts';
import { moved, newTrack, occurrence, reportOf, type Track } from './track.ts';

/**
 * How generations advance along the log while this process holds the lease: together at the common checkpoint, or detached.
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
  /** Other data about the person are removed; durable when it resolves, because the checkpoint then passes the erasure. */
  onErasing(person: string): Promise<void>;
  onErased(person: string): void;
  /** Types that the caller wants decoded from every batch, whatever the projections handle. */
  alsoDecode: ReadonlySet<string>;
  /** A following generation cannot fold an event: it can no longer replace the serving one. Called within `exclusive`. */
  onFollowerHalted(track: Track, poison: PoisonReport): void;
  /** A step failed half-way: it may or may not have been committed, so nothing more of this term may follow. Aborts `signal` at once. */
  onFault(error: unknown): void;
  /** Positions of events that an operator skipped for a projection, as recorded. */
  skips: (projection: string) => ReadonlySet<Position>;
}

/** Key in the vault's table `checkpoints` while a bulk catch-up is under way: after a crash the remaining part is still caught up in bulk. */
const BULK_KEY = 'projector-quiet';
/** With more events than this to fold, the catch-up is a bulk one. */
const BULK_FROM = 10_000;
const CATCH_UP_PAGE = 500;

interface Missed {
  page: readonly Recorded[];
  /** The position up to which `page` has everything that the track missed. */
  seen: Position;
}

export class Advance {
  readonly tracks: Track[] = [];
  /** The common checkpoint. */
  checkpoint: Position | null = null;
  readonly #options: AdvanceOptions;
  /** In a bulk catch-up, documents are written in larger batches and followers get no changes: they read again at its end. */
  #bulk = false;
  #folder: Folder | null = null;
  readonly #folds = new Map<Track, GenerationFold>();
  /** The people whom the buffered events erase. */
  #erased: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /** Runs one task at a time, in the order of calls, after everything folded has been written. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.aside(async () => {
      await this.#write();
      return work();
    });
  }

  /** The same for work that reads neither documents nor checkpoints. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      this.#options.signal.throwIfAborted();
      return work();
    });
    this.#last = result.catch((error: unknown) => this.#options.onFault(error));
    return result;
  }

  /** Resolves when no requested work is running any more. */
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
    this.#forget(track);
  }

  /** Within `exclusive`, after documents of the track have been written by somebody else: they are read again before the next event. */
  readAgain(track: Track): void {
    this.#forget(track);
  }

  serving(projection: string): Track | undefined {
    return this.tracks.find((track) => track.projection.name === projection && this.#serves.has(track));
  }
  readonly #serves = new Set<Track>();
  /** Marks the track that answers reads of its projection, and unmarks the one before. */
  serve(track: Track): void {
    const before = this.serving(track.projection.name);
    if (before) this.#serves.delete(before);
    this.#serves.add(track);
    // While it was only following, no follower was notified of its changes.
    this.#forget(track);
  }

  // -- together ---------------------------------------------------------------------------------------------------

  /**
   * Folds a batch, in log order and from where the fold stands, into all generations that advance together. Returns the decoded events of
   * `alsoDecode`, once everything up to them has been written.
   */
  take(batch: readonly Recorded[]): Promise<Envelope[]> {
    return this.aside(async () => {
      const { alsoDecode } = this.#options;
      const moving = this.tracks.filter((track) => track.mode !== 'apart');
      this.#folder ??= this.#newFolder(this.checkpoint ?? ORIGIN, this.#bulk ? WRITE_BEHIND : EACH_PAGE);
      const folds = moving.map((track) => this.#foldOf(track));
      const events = await this.#folder.take(batch, folds, new Set([...FORGETTING, ...alsoDecode]));
      for (const person of events.flatMap((event) => forgottenIn(event as { type: string; data: object }) ?? [])) {
        await this.#erase(person, moving);
        this.#erased.push(person);
      }
      const requests = events.filter(({ type }) => alsoDecode.has(type));
      if (this.#folder.full || requests.length > 0 || folds.some(({ poison }) => poison)) await this.#write();
      return requests;
    });
  }

  #newFolder(at: Position, policy: FlushPolicy): Folder {
    return new Folder({ log: this.#options.log, policy, at, signal: this.#options.signal });
  }

  #newFold({ generation, projection }: Track, policy: FlushPolicy, options: { push: boolean; fromNothing: boolean }): GenerationFold {
    const { skips, store } = this.#options;
    return new GenerationFold({ projection, documents: documentsOf(store, generation), skips: skips(projection.name), ...options }, policy);
  }

  #foldOf(track: Track): GenerationFold {
    let fold = this.#folds.get(track);
    if (!fold) {
      const common = track.mode === 'common';
      const options = { push: common && !this.#bulk, fromNothing: common && this.checkpoint === null };
      fold = this.#newFold(track, this.#bulk ? WRITE_BEHIND : EACH_PAGE, options);
      this.#folds.set(track, fold);
    }
    return fold;
  }

  /** The track advances on its own, or in another way: its buffered documents, already written, are discarded. */
  #forget(track: Track): void {
    const fold = this.#folds.get(track);
    if (!fold) return;
    this.#folds.delete(track);
    this.#folder?.forget(fold);
  }

  /** Writes what is buffered, and detaches the generations that met an event which they cannot fold. */
  async #write(): Promise<void> {
    const folder = this.#folder;
    const last = folder?.last;
    if (!folder || !last) return;
    const { epoch, store, onCommit, onErased, onFollowerHalted } = this.#options;
    const drained = Array.from(this.#folds, ([track, fold]) => {
      const handled = fold.handled;
      fold.handled = 0;
      return { track, fold, handled, ...fold.drain(), poison: fold.poison && reportOf(fold.poison) };
    });
    const detached: { generation: Generation; checkpoint: Position }[] = [];
    for (const { track, fold, poison } of drained) {
      const { generation } = track;
      if (poison) {
        const at = fold.standsAt ?? ORIGIN;
        if (track.mode === 'common') await this.#detach(track);
        if (at !== (this.checkpoint ?? ORIGIN)) detached.push({ generation, checkpoint: at });
      } else if (track.mode === 'follower') detached.push({ generation, checkpoint: last.position });
    }
    await store.commit({
      epoch,
      checkpoint: last.position,
      detached,
      writes: drained.flatMap(({ track, writes }) => (writes.length > 0 ? [{ generation: track.generation, docs: writes }] : [])),
      changes: drained
        .flatMap(({ track, changes, reset }) => [...changes, ...(reset ? [resetOf(track.projection.name, last.position)] : [])])
        .sort(inOrder),
    });
    this.checkpoint = last.position;
    folder.written();
    const occurredAt = occurrence(last);
    for (const { track, fold, poison, ...outcome } of drained) {
      moved(track, outcome, fold.standsAt ?? last.position, poison ? track.lastEventAt : occurredAt);
      if (!poison) continue;
      this.#forget(track);
      const serves = track.mode === 'common';
      track.mode = 'apart';
      if (serves) this.#halted(track, poison);
      else onFollowerHalted(track, poison);
    }
    for (const person of this.#erased.splice(0)) onErased(person);
    onCommit(last.position);
  }

  /** Generations outside the batch remove the person too: durable before the checkpoint passes the erasure, and repeated after a crash. */
  async #erase(person: string, moving: readonly Track[]): Promise<void> {
    await this.#options.onErasing(person);
    await redactElsewhere(
      person,
      moving.map((track) => track.generation),
      this.#options,
    );
  }

  /** Before the first batch: what lies far ahead, or is still to come while the log is being filled, is caught up in bulk. */
  async beginCatchUp(head: Position | null, filling = false): Promise<void> {
    const { vault } = this.#options;
    const ahead = eventsBetween(this.checkpoint, head) ?? (this.checkpoint === null ? Number.POSITIVE_INFINITY : 0);
    const begun = (await vault.get('checkpoints', BULK_KEY)) !== null;
    this.#bulk = begun || filling || ahead > BULK_FROM;
    if (this.#bulk && !begun) await vault.put('checkpoints', BULK_KEY, {});
  }

  /** Within `exclusive`. The events that were in the log are in the documents. */
  async endCatchUp(): Promise<void> {
    if (!this.#bulk) return;
    const { store, vault } = this.#options;
    const resets = this.tracks.filter((track) => track.mode === 'common').map((track) => track.projection.name);
    // Emptied up to here, the log of changes makes every reader from before read again; present followers are notified afterwards.
    await this.#reset(resets);
    for (let more = true; more; ) more = await store.trimChanges(0);
    await this.#reset(resets);
    await vault.remove('checkpoints', BULK_KEY);
    this.#bulk = false;
    this.#folder = null;
    this.#folds.clear();
  }

  async #reset(projections: readonly string[]): Promise<void> {
    const { checkpoint } = this;
    if (checkpoint !== null) await this.publish(projections.map((projection) => resetOf(projection, checkpoint)));
  }

  /** Notifies followers without advancing. */
  async publish(changes: readonly NewChange[]): Promise<void> {
    if (changes.length === 0 || this.checkpoint === null) return;
    await this.#options.store.commit({ epoch: this.#options.epoch, writes: [], changes });
    this.#options.onCommit(this.checkpoint);
  }

  publishReset(projection: string): Promise<void> {
    return this.#reset([projection]);
  }

  // -- apart ------------------------------------------------------------------------------------------------------

  /** Within `exclusive`. Detaches a serving generation at the common checkpoint; a detached one stays where it is. */
  async pause(track: Track): Promise<void> {
    // It is rejoining: it is paused once it has joined.
    if (track.catchingUp) return;
    track.halt ??= { kind: 'paused' };
    if (track.mode !== 'common') return;
    await this.#detach(track);
    this.#forget(track);
    track.mode = 'apart';
    track.at = this.checkpoint ?? ORIGIN;
    this.#options.logger.info({ projection: track.projection.name, position: track.at }, 'projection paused');
  }

  /**
   * Reads the events that the track missed, in pages between which the others advance, and rejoins it: as common when it serves
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

  /** The events that the track missed next. */
  async #missed(track: Track): Promise<Missed> {
    const { store } = this.#options.log;
    const head = (await store.head()) ?? ORIGIN;
    for await (const page of store.pages(afterOf(track.at), { types: [...track.handles], pageSize: CATCH_UP_PAGE }))
      return { page, seen: page.at(-1)?.position ?? head };
    return { page: [], seen: head };
  }

  async #catchUp(track: Track, meter: ProgressMeter): Promise<'joined' | 'halted'> {
    // From far behind it is read while the others advance: a log may have to be scanned long for the few events that a projection handles.
    for (let near = false; ; ) {
      const read: Missed | null = near ? null : await this.#missed(track);
      near = read === null || read.page.length === 0;
      const result = await this.exclusive(async () => {
        // The track was dropped meanwhile.
        if (!this.tracks.includes(track)) return 'halted';
        const target = this.checkpoint;
        if (target === null || track.at >= target) return this.join(track);
        const missed = read ?? (await this.#missed(track));
        return (await this.#follow(track, missed, target, meter)) ?? (track.at >= target ? this.join(track) : 'more');
      });
      if (result !== 'more') return result;
    }
  }

  /** Folds a page into a detached track, no further than `target`. */
  async #follow(track: Track, missed: Missed, target: Position, meter: ProgressMeter): Promise<'halted' | null> {
    const { epoch, store } = this.#options;
    const { generation } = track;
    const seen = missed.seen < target ? missed.seen : target;
    const page = missed.page.filter(({ position }) => position <= seen);
    const folder = this.#newFolder(track.at, EACH_PAGE);
    const fold = this.#newFold(track, EACH_PAGE, { push: false, fromNothing: false });
    await folder.take(page, [fold]);
    const { writes, growth } = fold.drain();
    const to = fold.standsAt ?? seen;
    if (to > track.at) {
      const detached = [{ generation, checkpoint: to }];
      await store.commit({ epoch, detached, writes: writes.length > 0 ? [{ generation, docs: writes }] : [], changes: [] });
    }
    const last = page.findLast(({ position }) => position <= to);
    moved(track, { handled: fold.handled, growth }, to, last ? occurrence(last) : track.lastEventAt);
    meter.add(fold.handled);
    if (!fold.poison) return null;
    this.#halted(track, reportOf(fold.poison));
    return 'halted';
  }

  /** Within `exclusive`. Everything up to the common checkpoint is in it. */
  async join(track: Track): Promise<'joined'> {
    track.lastError = track.halt = null;
    if (!this.#serves.has(track)) {
      track.mode = 'follower';
      return 'joined';
    }
    // This comes first: if the rest fails, it is done at the next start, and one needless read does no harm.
    await this.publishReset(track.projection.name);
    await this.#options.store.setDetached(track.generation, null, this.#options.epoch);
    track.mode = 'common';
    this.#options.logger.info({ projection: track.projection.name, position: track.at }, 'projection rejoined');
    return 'joined';
  }

  /** Detaches a serving generation here. */
  #detach({ generation }: Track): Promise<void> {
    const { epoch, store } = this.#options;
    return store.setDetached(generation, this.checkpoint ?? ORIGIN, epoch);
  }

  #halted(track: Track, poison: PoisonReport): void {
    track.halt = { kind: 'halted', poison };
    track.lastError = poison.message;
    const { stack: _, ...fields } = poison;
    this.#options.logger.error({ projection: track.projection.name, ...fields }, 'projection halted by an event');
  }
}
