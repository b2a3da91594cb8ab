import type { Position, Recorded } from '../../../events/store/port.ts';
import { heardBy, type Standing } from './fold.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation, ReadStore } from './readStore.ts';
import { type PoisonReport, type ProgressMeter, Rate } from './status.ts';

/** One generation on its way along the log. */
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

/** Why a serving generation stands apart; kept in the vault's table `status` under `detachedKey`. */
export type Halt = { kind: 'paused' } | { kind: 'halted'; poison: PoisonReport };
export const detachedKey = (projection: string): string => `detached:${projection}`;

export const newTrack = (
  projection: AnyProjection,
  generation: Generation,
  mode: Track['mode'],
  at: Position | null,
  now: number,
): Track => ({
  projection,
  generation: { projection: generation.projection, version: generation.version, generation: generation.generation },
  hears: new Set(heardBy(projection)),
  mode,
  at: at ?? ORIGIN,
  halt: null,
  catchingUp: null,
  documents: null,
  rate: new Rate(now),
  lastEventAt: null,
  lastError: null,
});

/** What a track did with some events. */
export function moved(
  track: Track,
  { handled, growth }: { handled: number; growth: number },
  to: Position,
  occurredAt: string | null,
): void {
  track.rate.add(handled);
  if (track.documents !== null) track.documents += growth;
  track.at = to;
  track.lastEventAt = occurredAt;
}

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

export const occurrence = (record: Recorded): string | null => {
  const { occurredAt } = record.metadata;
  return typeof occurredAt === 'string' ? occurredAt : null;
};

export const nameOf = ({ projection, version, generation }: Generation): string => `${projection}@${version}#${generation}`;
