import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DocState, FORGETTING, type Folded, fold, handledTypes, keysOf } from '../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type { Doc, NewChange } from '../../backend/projections/kernel/readStore.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import type { Envelope } from '../../events/define.ts';
import { forgottenIn } from '../../events/privacy.ts';
import { registry } from '../../events/registry.ts';
import type { Position } from '../../events/store/port.ts';

/**
 * `givenEvents(courses, [given('CourseCreated', {…})]).thenDoc('1', {…})`. The events are folded at once, twice, in random batches, and with every
 * batch repeated; the documents must be the same to the byte each time, and nothing may be mutated. An event that the log could not hold fails.
 */

export interface GivenEvent {
  type: string;
  data: object;
  /** ISO; default: one minute after the event before. */
  at?: string;
  userId?: number;
  /** The correlation of the act that it undoes; those of events here are `command-0`, `command-1`… */
  undoes?: string;
}
export const given = (type: string, data: object, more: Omit<GivenEvent, 'type' | 'data'> = {}): GivenEvent => ({ type, data, ...more });

const FIRST = Date.parse('2026-03-02T17:00:00.000Z');

/** When the event at this index happened, where no event says its time. */
export const timeOf = (index: number): string => new Date(FIRST + (index + 1) * 60_000).toISOString();

export const positionOf = (index: number): Position => String(index + 1).padStart(16, '0') as Position;

/** Throws at an event that the codec would not let through, or would not let through as it is. */
export function expectPossible(events: readonly GivenEvent[]): void {
  for (const { type, data } of events) {
    const definition = registry.get(type);
    if (!definition) throw new Error(`no event is called ${type}`);
    expect(definition.schema.parse(data), `${type} as its schema leaves it`).toEqual(data);
  }
}

/** As the kernel decodes them, deeply frozen. */
export const envelopes = (events: readonly GivenEvent[]): Envelope[] => {
  let at = FIRST;
  return events.map(({ type, data, at: stated, userId, undoes }, index) => {
    at = stated === undefined ? at + 60_000 : Date.parse(stated);
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
        schemaVersion: registry.get(type)?.version ?? 1,
        ...(undoes !== undefined && { undoes }),
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

/** Types that have changed a document, by projection; each test file counts for itself. */
const exercised = new Map<string, Set<string>>();
const FORGOTTEN = '(a person forgotten)';
const exercise = (projection: AnyProjection, type: string): void => {
  exercised.set(projection.name, (exercised.get(projection.name) ?? new Set()).add(type));
};

/**
 * The last test of a projection's file: what came before changed a document with every event type that the projection hears,
 * and had it forget somebody where it holds personal data.
 */
export function everyTypeIsCovered(projection: AnyProjection): void {
  test(`every event that ${projection.name} folds is given here and changes a document`, () => {
    const changed = exercised.get(projection.name) ?? new Set();
    expect([...handledTypes(projection), ...(projection.persons ? [FORGOTTEN] : [])].filter((type) => !changed.has(type))).toEqual([]);
  });
}

/** Every document a handler answers is frozen, so that a later one cannot mutate it, unless it is its business to. */
export const freezing = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  on: Object.fromEntries(
    Object.entries(projection.on).map(([type, handler]) => [
      type,
      handler && {
        key: (event: never) => handler.key(event),
        ...(handler.inPlace && { inPlace: true as const }),
        evolve(doc: never, event: never, key: string) {
          const next = handler.evolve(doc, event, key);
          if (next !== doc || (handler.inPlace && next !== null)) exercise(projection, type);
          return handler.inPlace ? next : frozen(next);
        },
      },
    ]),
  ),
});

/** What a store keeps, in memory. */
export class Documents {
  readonly states = new Map<string, DocState>();
  readonly persons = new Map<string, readonly string[]>();
  readonly changes: NewChange[] = [];
  readonly #projection: AnyProjection;

  constructor(projection: AnyProjection) {
    this.#projection = projection;
  }

  fold(batch: readonly Envelope[]): Folded {
    const types = handledTypes(this.#projection);
    const handled = batch.filter((event) => types.includes(event.type));
    const keys = new Set(handled.flatMap((event) => keysOf(this.#projection, event)));
    for (const event of handled) {
      const forgotten = forgottenIn(event as { type: string; data: object });
      if (forgotten === null) continue;
      for (const [key, persons] of this.persons) if (persons.includes(forgotten)) keys.add(key);
    }
    const loaded = new Map([...keys].flatMap((key) => (this.states.has(key) ? [[key, this.states.get(key) as DocState]] : [])));
    const folded = fold(this.#projection, handled, loaded, true);
    for (const { key, version, position, doc, persons } of folded.writes) {
      // As a store does it: what is read again has been JSON.
      const kept = doc && frozen(JSON.parse(canonical(doc)) as Doc);
      this.states.set(key, { version, position, doc: kept });
      this.persons.set(key, persons);
    }
    this.changes.push(...folded.changes);
    return folded;
  }

  /** Key, version, position and bytes of every document. */
  bytes(): string {
    return [...this.states]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { version, position, doc }]) => `${key} v${version} @${position} ${doc ? canonical(doc) : 'deleted'}`)
      .join('\n');
  }

  docs(): Record<string, Doc> {
    return Object.fromEntries([...this.states].flatMap(([key, { doc }]) => (doc ? [[key, doc]] : [])));
  }
}

/** Where batches of so many events may end. */
export const cutsOf = (events: number) => fc.array(fc.nat({ max: events }), { maxLength: 8 });

/** The bytes when batches end before these indexes of the events; `repeat`: each batch twice. */
export function inBatches(code: AnyProjection, events: readonly Envelope[], cuts: readonly number[], repeat: boolean): string {
  const documents = new Documents(code);
  let from = 0;
  for (const to of [...new Set([...cuts, events.length])].sort((a, b) => a - b)) {
    documents.fold(events.slice(from, to));
    if (repeat) documents.fold(events.slice(from, to));
    from = to;
  }
  return documents.bytes();
}

export interface Spec {
  documents: Documents;
  /** The document under this key; null: there is none. */
  thenDoc(key: string, doc: object | null): Spec;
  /** The document has at least these fields. */
  thenDocLike(key: string, part: object): Spec;
  thenDocs(docs: Record<string, object>): Spec;
  /** The last change told on this topic (of this id). */
  thenChange(topic: string, change: Partial<NewChange>): Spec;
  thenNoChange(topic: string): Spec;
  /** After the person is erased, no document and no view holds any of these texts. */
  thenForgets(person: number | string, ...texts: string[]): Spec;
}

export function givenEvents(projection: AnyProjection, events: readonly GivenEvent[]): Spec {
  expectPossible(events);
  const code = freezing(projection);
  const written = envelopes(events);
  const whole = new Documents(code);
  const { poison } = whole.fold(written);
  if (poison) throw poison.error;
  const bytes = whole.bytes();

  const again = new Documents(code);
  again.fold(written);
  expect(again.bytes(), 'replayed a second time').toBe(bytes);
  again.fold(written);
  expect(again.bytes(), 'the same events told twice').toBe(bytes);

  fc.assert(
    fc.property(cutsOf(written.length), fc.boolean(), (cuts, repeat) => {
      expect(inBatches(code, written, cuts, repeat), `in batches that end at ${cuts}`).toBe(bytes);
    }),
    { numRuns: 30 },
  );

  const lastChange = (topic: string, id?: string) =>
    whole.changes.findLast((change) => change.topic === topic && (id === undefined || change.id === id));
  const spec: Spec = {
    documents: whole,
    thenDoc(key, doc) {
      expect(whole.states.get(key)?.doc ?? null).toEqual(doc);
      return spec;
    },
    thenDocLike(key, part) {
      expect(whole.states.get(key)?.doc ?? null).toMatchObject(part);
      return spec;
    },
    thenDocs(docs) {
      expect(whole.docs()).toEqual(docs);
      return spec;
    },
    thenChange(topic, change) {
      expect(lastChange(topic, change.id)).toMatchObject({ topic, ...change });
      return spec;
    },
    thenNoChange(topic) {
      expect(lastChange(topic)).toBeUndefined();
      return spec;
    },
    thenForgets(person, ...texts) {
      const before = JSON.stringify(whole.docs());
      for (const text of texts) expect(before, 'it has to be there first').toContain(text);
      const erased = new Documents(code);
      const erasure =
        typeof person === 'number' ? given('UserErased', { userId: person }) : given('LeadErased', { leadId: person, person });
      erased.fold(envelopes([...events, erasure]));
      erased.changes.length = 0;
      const late = new Documents(code);
      late.fold(written);
      late.changes.length = 0;
      late.fold(envelopes([...events, erasure]).slice(-1));
      for (const documents of [erased, late]) {
        const after = JSON.stringify([documents.docs(), documents.changes]);
        for (const text of texts) expect(after).not.toContain(text);
      }
      expect(late.bytes(), 'erased in a batch of its own').toBe(erased.bytes());
      for (const type of FORGETTING) exercise(projection, type);
      exercise(projection, FORGOTTEN);
      return spec;
    },
  };
  return spec;
}
