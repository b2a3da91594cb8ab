import fc from 'fast-check';
import { expect } from 'vitest';
import { ERASURE, erasedPerson, type Folded, fold, heardBy, keysOfEach, type Standing } from '../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type { Doc, NewChange } from '../../backend/projections/kernel/readStore.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import type { Envelope } from '../../events/define.ts';
import type { Position } from '../../events/store/port.ts';

/**
 * `givenEvents(courses, [told('CourseCreated', {…})]).thenDoc('1', {…})`. The events are folded at once, twice, in random batches, and with every
 * batch repeated; the documents must be the same to the byte each time, and nothing may be mutated.
 */

export interface Telling {
  type: string;
  data: object;
  /** ISO; default: one minute after the event before. */
  at?: string;
  userId?: number;
}
export const told = (type: string, data: object, more: Omit<Telling, 'type' | 'data'> = {}): Telling => ({ type, data, ...more });

const FIRST = Date.parse('2026-03-02T17:00:00.000Z');

export const positionOf = (index: number): Position => String(index + 1).padStart(16, '0') as Position;

/** As the kernel decodes them, deeply frozen. */
export const envelopes = (events: readonly Telling[]): Envelope[] => {
  let at = FIRST;
  return events.map(({ type, data, at: told, userId }, index) => {
    at = told === undefined ? at + 60_000 : Date.parse(told);
    return frozen({
      id: `event-${index}`,
      stream: 'given-1',
      version: index,
      position: positionOf(index),
      type,
      data,
      meta: {
        commandId: `command-${index}`,
        correlationId: `command-${index}`,
        causationId: `command-${index}`,
        actor: userId === undefined ? { userId: null, role: 'system' } : { userId, role: 'student' },
        occurredAt: new Date(at).toISOString(),
        schemaVersion: 1,
      },
    } satisfies Envelope);
  });
};

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** Every document a handler answers is frozen, so that a later one cannot mutate it. */
const freezing = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  on: Object.fromEntries(
    Object.entries(projection.on).map(([type, handler]) => [
      type,
      handler && {
        key: (event: never) => handler.key(event),
        evolve: (doc: never, event: never, key: string) => frozen(handler.evolve(doc, event, key)),
      },
    ]),
  ),
});

/** What a store keeps, in memory. */
export class Documents {
  readonly standing = new Map<string, Standing>();
  readonly persons = new Map<string, readonly string[]>();
  readonly changes: NewChange[] = [];
  readonly #projection: AnyProjection;

  constructor(projection: AnyProjection) {
    this.#projection = projection;
  }

  fold(batch: readonly Envelope[]): Folded {
    const types = heardBy(this.#projection);
    const heard = batch.filter((event) => types.includes(event.type));
    const keys = new Set(keysOfEach(this.#projection, heard).flat());
    for (const event of heard) {
      if (event.type !== ERASURE) continue;
      for (const [key, persons] of this.persons) if (persons.includes(erasedPerson(event))) keys.add(key);
    }
    const loaded = new Map([...keys].flatMap((key) => (this.standing.has(key) ? [[key, this.standing.get(key) as Standing]] : [])));
    const folded = fold(this.#projection, heard, loaded, true);
    for (const { key, version, position, doc, persons } of folded.writes) {
      // As a store does it: what is read again has been JSON.
      const kept = doc && frozen(JSON.parse(canonical(doc)) as Doc);
      this.standing.set(key, { version, position, doc: kept });
      this.persons.set(key, persons);
    }
    this.changes.push(...folded.changes);
    return folded;
  }

  /** Key, version, position and bytes of every document. */
  bytes(): string {
    return [...this.standing]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { version, position, doc }]) => `${key} v${version} @${position} ${doc ? canonical(doc) : 'deleted'}`)
      .join('\n');
  }

  docs(): Record<string, Doc> {
    return Object.fromEntries([...this.standing].flatMap(([key, { doc }]) => (doc ? [[key, doc]] : [])));
  }
}

export interface Spec {
  documents: Documents;
  /** The document under this key; null: there is none. */
  thenDoc(key: string, doc: object | null): Spec;
  /** The document has at least these fields. */
  thenDocLike(key: string, part: object): Spec;
  thenDocs(docs: Record<string, object>): Spec;
  /** The last change told on this topic (of this id). */
  thenTold(topic: string, change: Partial<NewChange>): Spec;
  thenNotTold(topic: string): Spec;
  /** After the person is erased, no document and no view holds any of these texts. */
  thenForgets(userId: number, ...texts: string[]): Spec;
}

export function givenEvents(projection: AnyProjection, events: readonly Telling[]): Spec {
  const code = freezing(projection);
  const given = envelopes(events);
  const whole = new Documents(code);
  const { poison } = whole.fold(given);
  if (poison) throw poison.error;
  const bytes = whole.bytes();

  const again = new Documents(code);
  again.fold(given);
  expect(again.bytes(), 'replayed a second time').toBe(bytes);
  again.fold(given);
  expect(again.bytes(), 'the same events told twice').toBe(bytes);

  fc.assert(
    fc.property(fc.array(fc.nat({ max: given.length }), { maxLength: 8 }), fc.boolean(), (cuts, repeat) => {
      const documents = new Documents(code);
      const ends = [...new Set([...cuts, given.length])].sort((a, b) => a - b);
      let from = 0;
      for (const to of ends) {
        documents.fold(given.slice(from, to));
        if (repeat) documents.fold(given.slice(from, to));
        from = to;
      }
      expect(documents.bytes(), `in batches that end at ${ends}`).toBe(bytes);
    }),
    { numRuns: 30 },
  );

  const lastTold = (topic: string, id?: string) =>
    whole.changes.findLast((change) => change.topic === topic && (id === undefined || change.id === id));
  const spec: Spec = {
    documents: whole,
    thenDoc(key, doc) {
      expect(whole.standing.get(key)?.doc ?? null).toEqual(doc);
      return spec;
    },
    thenDocLike(key, part) {
      expect(whole.standing.get(key)?.doc ?? null).toMatchObject(part);
      return spec;
    },
    thenDocs(docs) {
      expect(whole.docs()).toEqual(docs);
      return spec;
    },
    thenTold(topic, change) {
      expect(lastTold(topic, change.id)).toMatchObject({ topic, ...change });
      return spec;
    },
    thenNotTold(topic) {
      expect(lastTold(topic)).toBeUndefined();
      return spec;
    },
    thenForgets(userId, ...texts) {
      const before = JSON.stringify(whole.docs());
      for (const text of texts) expect(before, 'it has to be there first').toContain(text);
      const erased = new Documents(code);
      const erasure = told(ERASURE, { userId });
      erased.fold(envelopes([...events, erasure]));
      erased.changes.length = 0;
      const late = new Documents(code);
      late.fold(given);
      late.changes.length = 0;
      late.fold(envelopes([...events, erasure]).slice(-1));
      for (const documents of [erased, late]) {
        const after = JSON.stringify([documents.docs(), documents.changes]);
        for (const text of texts) expect(after).not.toContain(text);
      }
      expect(late.bytes(), 'erased in a batch of its own').toBe(erased.bytes());
      return spec;
    },
  };
  return spec;
}
