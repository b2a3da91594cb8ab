import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { ERASURE, erasedPerson, type Folded, fold, heardBy, inOrder, keysToLoad, type Standing } from './fold.ts';
import { afterOf, ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Doc, Generation, GenerationState, NewChange, ReadStore } from './readStore.ts';
import { type PoisonReport, ProgressMeter, Rate, RESET_TOPIC } from './status.ts';

/**
 * How generations move along the log while this process holds the lease: together under the common checkpoint, or apart.
 * Everything that commits goes through `exclusive`, so that steps never interleave.
 */

export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Why a serving generation stands apart; kept in the vault's table `status` under `detachedKey`. */
export type Halt = { kind: 'paused' } | { kind: 'halted'; poison: PoisonReport };
export const detachedKey = (projection: string): string => `detached:${projection}`;

export interface Track {
  readonly projection: AnyProjection;
  readonly generation: Generation;
  readonly hears: ReadonlySet<string>;
  /** common: serves and moves with the common checkpoint. follower: moves in the same commits, nobody reads it yet. apart: stands at `at`. */
  mode: 'common' | 'follower' | 'apart';
  /** Own checkpoint while not common. */
  at: Position;
  /** Why it stands apart; null while it catches up or follows. */
  halt: Halt | null;
  catchingUp: { done: Promise<'joined' | 'halted'>; meter: ProgressMeter } | null;
  documents: number | null;
  readonly rate: Rate;
  lastEventAt: string | null;
  lastError: string | null;
}

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

const RETRY_PAUSES_MS = [50, 200, 800];
const CATCH_UP_PAGE = 500;

type Heard = { position: Position; type: string; event: Envelope } | { position: Position; type: string; record: Recorded; error: unknown };
type Outcome = Omit<Folded, 'poison'> & { track: Track; poison: PoisonReport | null; handled: number };

export class Advance {
  readonly tracks: Track[] = [];
  /** The common checkpoint. */
  checkpoint: Position | null = null;
  readonly #options: AdvanceOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /** One at a time, in the order of asking. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
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
    const { clock } = this.#options;
    const track: Track = {
      projection,
      generation: { projection: generation.projection, version: generation.version, generation: generation.generation },
      hears: new Set(heardBy(projection)),
      mode,
      at: at ?? ORIGIN,
      halt: null,
      catchingUp: null,
      documents: null,
      rate: new Rate(clock()),
      lastEventAt: null,
      lastError: null,
    };
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

  /** Folds a batch, in log order and beyond the checkpoint, into everything that moves together. Answers the decoded events of `alsoDecode`. */
  async step(batch: readonly Recorded[]): Promise<Envelope[]> {
    const { log, store, epoch, onCommit, onErased, alsoDecode, onFollowerHalted } = this.#options;
    const last = batch.at(-1);
    if (!last) return [];
    const moving = this.tracks.filter((track) => track.mode !== 'apart');
    const wanted = new Set([ERASURE, ...alsoDecode, ...moving.flatMap((track) => [...track.hears])]);
    const { heard, outcomes } = await this.#withRetries(async () => {
      const heard = await decode(
        log,
        batch.filter((record) => wanted.has(record.type)),
      );
      const outcomes: Outcome[] = [];
      for (const track of moving) outcomes.push(await this.#fold(track, heard, track.mode === 'common'));
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
    const erased = heard.flatMap((one) => ('event' in one && one.type === ERASURE ? [erasedPerson(one.event)] : []));
    // Before the checkpoint passes the erasure: whatever a crash interrupts is done again.
    for (const person of erased) await this.#redactElsewhere(person);
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
    for (const { track, poison, handled, growth } of outcomes) {
      track.rate.add(handled);
      if (track.documents !== null) track.documents += growth;
      if (poison) {
        const serves = track.mode === 'common';
        track.mode = 'apart';
        track.at = halted.get(track) ?? track.at;
        if (serves) this.#halted(track, poison);
        else onFollowerHalted(track, poison);
      } else {
        track.at = last.position;
        track.lastEventAt = occurredAt;
      }
    }
    for (const person of erased) onErased(person);
    onCommit(last.position);
    return heard.flatMap((one) => ('event' in one && alsoDecode.has(one.type) ? [one.event] : []));
  }

  /** Tells followers without moving anything. */
  async publish(changes: readonly NewChange[]): Promise<void> {
    if (changes.length === 0 || this.checkpoint === null) return;
    await this.#options.store.commit({ epoch: this.#options.epoch, writes: [], changes });
    this.#options.onCommit(this.checkpoint);
  }

  async publishReset(projection: string): Promise<void> {
    if (this.checkpoint !== null) await this.publish([resetOf(projection, this.checkpoint)]);
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

  async #catchUp(track: Track, meter: ProgressMeter): Promise<'joined' | 'halted'> {
    for (;;) {
      const result = await this.exclusive(async () => {
        // Dropped meanwhile.
        if (!this.tracks.includes(track)) return 'halted';
        const target = this.checkpoint;
        if (target === null || track.at >= target) return this.#join(track);
        const page: Recorded[] = [];
        let beyond = false;
        for await (const record of this.#options.log.store.readAll(afterOf(track.at), { types: [...track.hears], limit: CATCH_UP_PAGE })) {
          beyond = record.position > target;
          if (beyond) break;
          page.push(record);
        }
        const { poison, ...outcome } = await this.#withRetries(async () => {
          const heard = await decode(this.#options.log, page);
          return this.#fold(track, heard, false);
        });
        const whole = beyond || page.length < CATCH_UP_PAGE;
        const index = poison ? page.findIndex((record) => record.position === poison.position) : page.length;
        const to = poison || !whole ? (page[index - 1]?.position ?? track.at) : target;
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
        return whole ? this.#join(track) : 'more';
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

  // -- folding ----------------------------------------------------------------------------------------------------

  /** An event that fails is tried again a few times: a key or a store may be back. What still fails is poison. */
  async #withRetries<T extends { poison: PoisonReport | null } | { outcomes: readonly Outcome[] }>(attempt: () => Promise<T>): Promise<T> {
    let result = await attempt();
    for (const ms of RETRY_PAUSES_MS) {
      const failed = 'outcomes' in result ? result.outcomes.some(({ poison }) => poison) : result.poison !== null;
      if (!failed) break;
      await pause(ms, this.#options.signal);
      this.#options.signal.throwIfAborted();
      result = await attempt();
    }
    return result;
  }

  async #fold(track: Track, heard: readonly Heard[], push: boolean): Promise<Outcome> {
    const skips = this.#options.skips(track.projection.name);
    let own = heard.filter((one) => track.hears.has(one.type));
    for (;;) {
      const bad = own.findIndex((one) => 'error' in one);
      const events = (bad < 0 ? own : own.slice(0, bad)).flatMap((one) => ('event' in one ? [one.event] : []));
      const { poison, ...folded } = fold(track.projection, events, await this.#load(track, events), push);
      const undecoded = own[bad];
      const report = poison
        ? reportOf(poison.event, poison.error)
        : undecoded && 'error' in undecoded
          ? reportOf(undecoded.record, undecoded.error)
          : null;
      if (!report || !skips.has(report.position)) return { ...folded, track, poison: report, handled: events.length };
      own = own.filter((one) => one.position !== report.position);
    }
  }

  async #load(track: Track, events: readonly Envelope[]): Promise<Map<string, Standing>> {
    const { store } = this.#options;
    const keys = keysToLoad(track.projection, events);
    if (track.projection.persons) {
      for (const event of events) {
        if (event.type !== ERASURE) continue;
        for (const key of await store.keysOfPerson(track.generation, erasedPerson(event))) keys.add(key);
      }
    }
    return loadStanding(store, track.generation, [...keys]);
  }

  // -- erasure ----------------------------------------------------------------------------------------------------

  /** What does not move with the batch forgets the person too: changes already told, generations that stand still. */
  async #redactElsewhere(person: string): Promise<void> {
    const { store, epoch, projections, logger, onErasing } = this.#options;
    await onErasing(person);
    await store.redactChanges(person);
    const moving = new Set(this.tracks.filter((track) => track.mode !== 'apart').map((track) => nameOf(track.generation)));
    for (const state of await store.generations()) {
      if (moving.has(nameOf(state))) continue;
      const keys = await store.keysOfPerson(state, person);
      if (keys.length === 0) continue;
      const projection = projections.find((one) => one.name === state.projection && one.version === state.version);
      if (!projection) {
        // No code here knows where its documents hold the person.
        logger.warn({ ...identity(state) }, 'generation of other code dropped: it held an erased person');
        await store.dropGeneration(state);
        continue;
      }
      const docs = Array.from(await store.getMany(state, keys), ([key, stored]) => {
        const doc = redacted(projection, stored.doc, person, key);
        return { key, version: stored.version + 1, position: stored.position, doc, persons: personsOf(projection, doc, key) };
      });
      await store.commit({ epoch, writes: [{ generation: state, docs }], changes: [] });
    }
  }
}

const identity = ({ projection, version, generation }: GenerationState): Generation => ({ projection, version, generation });
export const nameOf = ({ projection, version, generation }: Generation): string => `${projection}@${version}#${generation}`;

const resetOf = (projection: string, position: Position): NewChange => ({
  topic: RESET_TOPIC,
  id: projection,
  version: 1,
  op: 'put',
  position,
});

/** A document without the person, outside the order of the log. */
export function redacted(projection: AnyProjection, doc: Doc, person: string, key: string): Doc | null {
  if (!projection.redact) throw new Error(`${projection.name} lists persons but cannot redact`);
  return projection.redact(doc as never, person, key) as Doc | null;
}
const personsOf = (projection: AnyProjection, doc: Doc | null, key: string): readonly string[] =>
  doc === null ? [] : (projection.persons?.(doc as never, key) ?? []);

/** Documents and, where there is none, what is left of a deleted one. */
export async function loadStanding(
  store: Pick<ReadStore, 'getMany' | 'tombstones'>,
  generation: Generation,
  keys: readonly string[],
): Promise<Map<string, Standing>> {
  if (keys.length === 0) return new Map();
  const standing = new Map<string, Standing>(await store.getMany(generation, keys));
  const missing = keys.filter((key) => !standing.has(key));
  if (missing.length === 0) return standing;
  for (const [key, tombstone] of await store.tombstones(generation, missing)) standing.set(key, { ...tombstone, doc: null });
  return standing;
}

/** Decodes together, and one by one where that fails, so that one bad event spoils nothing else. */
async function decode(log: EventLog, records: readonly Recorded[]): Promise<Heard[]> {
  if (records.length === 0) return [];
  try {
    const events = await log.decode(records);
    return events.map((event) => ({ position: event.position, type: event.type, event }));
  } catch (error) {
    const [record] = records;
    if (records.length === 1 && record) return [{ position: record.position, type: record.type, record, error }];
    const middle = records.length >> 1;
    return [...(await decode(log, records.slice(0, middle))), ...(await decode(log, records.slice(middle)))];
  }
}

const reportOf = ({ id, type, position }: { id: string; type: string; position: Position }, error: unknown): PoisonReport => ({
  eventId: id,
  type,
  position,
  message: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  stack: error instanceof Error ? (error.stack ?? null) : null,
});

const occurrence = (record: Recorded): string | null => {
  const { occurredAt } = record.metadata;
  return typeof occurredAt === 'string' ? occurredAt : null;
};
