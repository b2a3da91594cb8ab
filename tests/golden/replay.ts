import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { projections } from '../../backend/projections/all.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import { createCodec } from '../../events/codec.ts';
import type { Envelope } from '../../events/define.ts';
import { registry } from '../../events/registry.ts';
import type { Recorded } from '../../events/store/port.ts';
import { Documents, positionOf } from '../support/projectionSpec.ts';
import { goldenKeys, goldenOf } from './record.ts';

/**
 * The golden replay: a recorded history of invented people, as it is stored (`recording.json`), is folded event by event into every read model, and each
 * document on the way is compared with what the same version of the projection made of it (`readModels.json`). Documents that change under one version
 * would stay as they were in every school that has them: with a higher version they are built anew, and the difference is seen before they serve.
 *
 * The recording begins with a history that the deciders decided, in which people learn, go and are erased; then one event of each type. It only grows.
 */

export type Told = Pick<Recorded, 'stream' | 'type' | 'data' | 'metadata'>;
export interface Outcome {
  version: number;
  /** Of all documents that it wrote, in order. */
  hash: string;
}
export type Outcomes = Readonly<Record<string, Outcome>>;

const file = (name: string): URL => new URL(`./${name}.json`, import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(file(name), 'utf8')) as T;
export const recording = (): Told[] => read<Told[]>('recording');
export const recordedOutcomes = (): Outcomes => read<Outcomes>('readModels');

/** As today's code reads it. */
export const asRead = (told: readonly Told[]): Promise<Envelope[]> =>
  createCodec(registry, goldenKeys).decode(
    told.map((event, version) => ({ ...event, id: `event-${version}`, version, position: positionOf(version), size: 0 })),
  );

export function outcomeOf(projection: AnyProjection, events: readonly Envelope[]): Outcome {
  const documents = new Documents(projection);
  const hash = createHash('sha256');
  for (const event of events)
    for (const { key, doc } of documents.fold([event]).writes) hash.update(`${event.position} ${key} ${doc ? canonical(doc) : ''}\n`);
  return { version: projection.version, hash: hash.digest('hex') };
}
export const outcomesOf = (code: readonly AnyProjection[], events: readonly Envelope[]): Outcomes =>
  Object.fromEntries(code.map((projection) => [projection.name, outcomeOf(projection, events)]));

/** Projections whose documents are others than those of the same version before. */
export const changedIn = (now: Outcomes, before: Outcomes): string[] =>
  Object.keys(now).filter((name) => before[name]?.version === now[name]?.version && before[name]?.hash !== now[name]?.hash);

export const missingIn = (told: readonly Told[]): string[] => {
  const there = new Set(told.map(({ type }) => type));
  return [...registry.keys()].filter((type) => !there.has(type));
};

/** Adds an event of each type that is new to the end of the recording, and writes what comes of it; not over what the same version made of it before. */
export async function writeReplay(): Promise<void> {
  const before = recording();
  const changed = changedIn(outcomesOf(projections, await asRead(before)), recordedOutcomes());
  if (changed.length > 0)
    throw new Error(`other documents under the same version: ${changed.join(', ')}. Raise the version of the projection.`);
  let at = Date.parse(String(before.at(-1)?.metadata['occurredAt']));
  const added = missingIn(before).map((type): Told => {
    const definition = registry.get(type);
    if (!definition) throw new Error(`${type} is not registered`);
    const { data, metadata } = goldenOf(definition);
    at += 60_000;
    const occurredAt = new Date(at).toISOString();
    return { stream: `${definition.category}-1`, type, data, metadata: { ...metadata, occurredAt } };
  });
  const told = [...before, ...added];
  writeFileSync(file('recording'), `[\n${told.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  writeFileSync(file('readModels'), `${JSON.stringify(outcomesOf(projections, await asRead(told)), null, 2)}\n`);
}
