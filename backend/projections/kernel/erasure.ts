import type { Logger } from './logger.ts';
import type { AnyProjection } from './projection.ts';
import type { DiffSample, Doc, Generation, GenerationState, ReadStore } from './readStore.ts';
import { nameOf } from './track.ts';

/** Removes a person's data where no batch does. */

export interface ErasureOptions {
  store: ReadStore;
  projections: readonly AnyProjection[];
  epoch: number;
  logger: Logger;
}

/** Also outside the batch: changes already recorded for followers, and detached generations. */
export async function redactElsewhere(
  person: string,
  moving: readonly Generation[],
  { store, projections, epoch, logger }: ErasureOptions,
): Promise<void> {
  await store.redactChanges(person);
  const names = new Set(moving.map(nameOf));
  for (const state of await store.generations()) {
    if (names.has(nameOf(state))) continue;
    const keys = await store.keysOfPerson(state, person);
    const projection = projections.find((one) => one.name === state.projection && one.version === state.version);
    if (!projection) {
      // No code here knows where its documents hold the person, nor whether the code that built them listed everyone whom they mention.
      if (keys.length === 0 && state.role === 'serving') continue;
      logger.warn({ ...identity(state) }, 'generation of other code dropped: it may hold an erased person');
      await store.dropGeneration(state, epoch);
      continue;
    }
    if (keys.length === 0) continue;
    // Changed in place: when the generation reaches the erasure by itself, it redacts again and finds nothing left to do.
    const docs = Array.from(await store.getMany(state, keys), ([key, stored]) => {
      const doc = redacted(projection, stored.doc, person, key);
      return { key, version: stored.version + 1, position: stored.position, doc, persons: personsOf(projection, doc, key) };
    });
    await store.commit({ epoch, writes: [{ generation: state, docs }], changes: [] });
  }
}
/** A document without the person, outside the order of the log. */
function redacted(projection: AnyProjection, doc: Doc, person: string, key: string): Doc | null {
  if (!projection.redact) throw new Error(`${projection.name} lists persons but cannot redact`);
  return projection.redact(doc as never, person, key) as Doc | null;
}
const personsOf = (projection: AnyProjection, doc: Doc | null, key: string): readonly string[] =>
  doc === null ? [] : (projection.persons?.(doc as never, key) ?? []);

/** Whether a sample shows data of the person; true where the code cannot tell (a document of another version). */
export function holds(projection: AnyProjection, { key, before, after }: DiffSample, person: string): boolean {
  if (!projection.persons) return false;
  try {
    return [before, after].some((doc) => doc !== null && projection.persons?.(doc as never, key).includes(person));
  } catch {
    return true;
  }
}
const identity = ({ projection, version, generation }: GenerationState): Generation => ({ projection, version, generation });
