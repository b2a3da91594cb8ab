import { stackOf } from '../../../events/entry.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { handledTypes } from './fold.ts';
import type { Poison } from './folding.ts';
import { ORIGIN } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation } from './readStore.ts';
import { type PoisonReport, type ProgressMeter, Rate } from './status.ts';

/** One generation and its place on the log. */
export interface Track {
  readonly projection: AnyProjection;
  readonly generation: Generation;
  readonly handles: ReadonlySet<string>;
  /** common: serves and advances with the common checkpoint. follower: advances in the same commits, nobody reads it yet. apart: detached at `at`. */
  mode: 'common' | 'follower' | 'apart';
  /** Own checkpoint while not common. */
  at: Position;
  /** Why it is detached; null while it catches up or follows. */
  halt: Halt | null;
  catchingUp: { done: Promise<'joined' | 'halted'>; meter: ProgressMeter } | null;
  documents: number | null;
  readonly rate: Rate;
  lastEventAt: string | null;
  lastError: string | null;
}

/** Why a generation is detached. */
export type Halt = { kind: 'paused' } | { kind: 'halted'; poison: PoisonReport };

export const newTrack = (
  projection: AnyProjection,
  generation: Generation,
  mode: Track['mode'],
  at: Position | null,
  now: number,
): Track => ({
  projection,
  generation: { projection: generation.projection, version: generation.version, generation: generation.generation },
  handles: new Set(handledTypes(projection)),
  mode,
  at: at ?? ORIGIN,
  halt: null,
  catchingUp: null,
  documents: null,
  rate: new Rate(now),
  lastEventAt: null,
  lastError: null,
});

/** The result of folding some events into a track. */
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

export const reportOf = ({ event: { id, ...event }, error }: Poison): PoisonReport => ({
  eventId: id,
  ...event,
  message: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  stack: error instanceof Error ? stackOf(error) : null,
});

export const occurrence = (record: Recorded): string | null => {
  const { occurredAt } = record.metadata;
  return typeof occurredAt === 'string' ? occurredAt : null;
};

export const nameOf = ({ projection, version, generation }: Generation): string => `${projection}@${version}#${generation}`;
