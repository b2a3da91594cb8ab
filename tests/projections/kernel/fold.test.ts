import { expect, test } from 'vitest';
import { fold, handledTypes, WorkingSet } from '../../../backend/projections/kernel/fold.ts';
import { EACH_PAGE, Folder, GenerationFold } from '../../../backend/projections/kernel/folding.ts';
import { ORIGIN } from '../../../backend/projections/kernel/position.ts';
import type { AnyProjection, Projection } from '../../../backend/projections/kernel/projection.ts';
import type { Doc, StoredDoc } from '../../../backend/projections/kernel/readStore.ts';
import { busyWith, noting } from '../../../backend/projections/stores/patience.ts';
import { canonical } from '../../../backend/projections/stores/query.ts';
import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import { forgottenIn } from '../../../events/privacy.ts';
import type { EventOf } from '../../../events/registry.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { completed, enrolled, erased, registered, renamed, unenrolled } from '../../support/learning.ts';
import { Documents, envelopes, given, givenEvents, positionOf } from '../../support/projectionSpec.ts';
import { fragile, POISON, people, tally, totals } from '../../support/tinyProjections.ts';

const eventsOf = (...events: [string, object][]) => events.map(([type, data]) => given(type, data));

test('a document counts the events folded into it, whatever the batches, and goes on counting when it comes back', () => {
  const { documents } = givenEvents(tally(), eventsOf(enrolled(1), completed(1), unenrolled(1), enrolled(1, 2), completed(1)))
    .thenDoc('1', { userId: 1, completed: 1, courses: [2] })
    .thenDoc('2', null);
  expect(documents.states.get('1')).toMatchObject({ version: 5, position: positionOf(4) });
});

test('an event that changes nothing is neither counted nor sent to followers', () => {
  const { documents } = givenEvents(tally(), eventsOf(enrolled(1), enrolled(1), completed(2)));
  expect(documents.states.get('1')).toMatchObject({ version: 1, position: positionOf(0) });
  expect(documents.states.has('2')).toBe(false);
  expect(documents.changes).toHaveLength(2);
});

test('an event that belongs to several documents changes each of them once', () => {
  givenEvents(totals, eventsOf(enrolled(1), completed(1), completed(2, 1, 7))).thenDocs({
    all: { events: 3 },
    'course-1': { events: 2 },
    'course-7': { events: 1 },
  });
});

test('one change for each touched document and topic, of its final state', () => {
  const { documents } = givenEvents(tally(), eventsOf(enrolled(1), completed(1), completed(1, 2)))
    .thenChange('tally:1', { id: '1', op: 'put', version: 3, position: positionOf(2), view: { completed: 2 } })
    .thenChange('course:1', { id: '1', op: 'put', version: 3 });
  expect(documents.changes).toHaveLength(2);
  expect(documents.changes.find(({ topic }) => topic === 'course:1')).not.toHaveProperty('view');
});

test('the followers of a topic that a document leaves learn of it, and those of all its topics when it is deleted', () => {
  const documents = new Documents(tally());
  const events = envelopes(eventsOf(enrolled(1), enrolled(1, 2), unenrolled(1), unenrolled(1, 2)));
  documents.fold(events.slice(0, 2));
  expect(documents.fold(events.slice(2, 3)).changes).toEqual([
    { topic: 'tally:1', id: '1', version: 3, op: 'put', position: positionOf(2), view: { completed: 0 } },
    { topic: 'course:2', id: '1', version: 3, op: 'put', position: positionOf(2) },
    { topic: 'course:1', id: '1', version: 3, op: 'del', position: positionOf(2) },
  ]);
  expect(documents.fold(events.slice(3)).changes).toEqual([
    { topic: 'tally:1', id: '1', version: 4, op: 'del', position: positionOf(3) },
    { topic: 'course:2', id: '1', version: 4, op: 'del', position: positionOf(3) },
  ]);
});

test('a batch that is delivered again writes nothing, but sends its changes again: a crash may have come between the two', () => {
  const documents = new Documents(tally());
  const events = envelopes(eventsOf(enrolled(1), completed(1)));
  const first = documents.fold(events);
  const again = documents.fold(events);
  expect(again.writes).toEqual([]);
  expect(again.changes).toEqual(first.changes);
  expect(again.reset).toBe(false);

  const deleting = envelopes(eventsOf(enrolled(1), completed(1), unenrolled(1)));
  documents.fold(deleting.slice(2));
  const repeated = documents.fold(deleting.slice(2));
  expect(repeated.writes).toEqual([]);
  expect(repeated.reset, 'topics of what was deleted are not known any more').toBe(true);
});

test('a poison event: everything before it is folded, nothing of it and nothing after it', () => {
  const [first, poison, last] = envelopes(eventsOf(completed(1), completed(1, POISON), completed(1, 2)));
  if (!first || !poison || !last) throw new Error('three events');
  const folded = fold(fragile, [first, poison, last], new Map(), true);
  expect(folded.writes.map(({ key, version, doc }) => ({ key, version, doc }))).toEqual([{ key: '1', version: 1, doc: { classes: [1] } }]);
  expect(folded.poison?.event).toBe(poison);
  expect(folded.poison?.error).toEqual(new Error('cannot take it'));
});

test('nothing is folded behind an event that cannot be decoded, though what follows it in its page could be; what somebody skipped is passed over', async () => {
  const events = envelopes(eventsOf(completed(1), completed(1, 3), completed(1, 2)));
  const recordOf = ({ id, type, position, stream, version, data, meta }: (typeof events)[number]) =>
    ({ id, type, position, stream, version, data, metadata: meta, size: 1 }) as unknown as Recorded;
  const page = events.map((event, index) => ({ record: recordOf(event), ...(index === 1 ? { error: new Error('no key') } : { event }) }));
  const documents = { getMany: () => new Map(), tombstones: () => new Map(), keysOfPerson: () => [] };
  const folded = async (skips: readonly Position[]) => {
    const one = new GenerationFold({ projection: fragile, documents, skips: new Set(skips), push: false, fromNothing: true }, EACH_PAGE);
    await one.take(page);
    return { poison: one.poison?.event.position, docs: one.drain().writes.map(({ version, doc }) => ({ version, doc })) };
  };
  expect(await folded([])).toEqual({ poison: positionOf(1), docs: [{ version: 1, doc: { classes: [1] } }] });
  expect(await folded([positionOf(1)])).toEqual({ poison: undefined, docs: [{ version: 2, doc: { classes: [1, 2] } }] });
});

test('of what was folded only so many documents stay in memory, and only of so much size, also of one that grows', async () => {
  const documents = new Map<string, StoredDoc>();
  const found = {
    getMany: (keys: readonly string[]) =>
      new Map(keys.flatMap((key) => (documents.has(key) ? [[key, documents.get(key) as StoredDoc]] : []))),
  };
  const access = { ...found, tombstones: () => new Map(), keysOfPerson: () => [] };
  const one = new GenerationFold({ projection: fragile, documents: access, skips: new Set(), push: false, fromNothing: true }, EACH_PAGE);
  const events = envelopes(
    eventsOf(...Array.from({ length: 30 }, (_, user) => completed(user + 1)), ...Array.from({ length: 1_200 }, () => completed(1))),
  );
  const log = { decode: async (records: readonly Recorded[]) => records } as unknown as EventLog;
  const folder = new Folder({ log, policy: { ...EACH_PAGE, documents: 10, size: 2_000 }, at: ORIGIN });
  const held: number[] = [];
  for (const event of events) {
    await folder.take([{ ...event, size: 1 } as unknown as Recorded], [one]);
    for (const { key, version, position, doc } of one.drain().writes) if (doc) documents.set(key, { key, version, position, doc });
    folder.written();
    held.push(one.held.size);
  }
  expect(Math.max(...held)).toBe(10);
  expect(held.slice(30).filter((size) => size === 0)).not.toEqual([]);
  expect(documents.get('1')).toMatchObject({ version: 1_201 });
});

test('an event with several keys that fails for one of them changes none', () => {
  const half: AnyProjection = {
    name: 'half',
    version: 1,
    on: {
      ClassCompleted: {
        key: () => ['a', 'b'],
        evolve: (_: never, __: never, key: string) => {
          if (key === 'b') throw new Error('not b');
          return { key };
        },
      },
    },
  };
  const folded = fold(half, envelopes(eventsOf(completed(1))), new Map(), true);
  expect(folded.writes).toEqual([]);
  expect(folded.poison).not.toBeNull();
});

test('topics or persons that throw over a document are poison of the event that left it so', () => {
  const shy: AnyProjection = {
    name: 'shy',
    version: 1,
    on: {
      ClassCompleted: { key: () => 'one', evolve: (_: never, event: { data: { classId: number } }) => ({ classId: event.data.classId }) },
    },
    topics: (_: string, doc: { classId: number }) => {
      if (doc.classId === POISON) throw new Error('no topic');
      return [{ topic: 'shy' }];
    },
  } as AnyProjection;
  const events = envelopes(eventsOf(completed(1), completed(1, POISON), completed(1, POISON)));
  const folded = fold(shy, events, new Map(), true);
  expect(folded.writes).toMatchObject([{ version: 1, doc: { classId: 1 } }]);
  expect(folded.poison?.event).toBe(events[1]);
});

test('a key that is no string is poison', () => {
  const keyless = {
    name: 'keyless',
    version: 1,
    on: { ClassCompleted: { key: () => undefined, evolve: () => ({}) } },
  } as unknown as AnyProjection;
  expect(fold(keyless, envelopes(eventsOf(completed(1))), new Map(), true).poison?.error).toBeInstanceOf(TypeError);
});

test('erasure redacts every document that lists the person, though it has no handler for that', () => {
  expect(handledTypes(people)).toEqual(expect.arrayContaining(['UserErased', 'LeadErased']));
  expect(handledTypes(tally())).not.toContain('UserErased');
  const { documents } = givenEvents(
    people,
    eventsOf(registered(1, 'ana'), registered(2, 'beto'), registered(3, 'carla'), renamed(2, 'Humberto'), erased(2), renamed(3, 'Carlota')),
  )
    .thenDoc('1', { userId: 1, name: 'ana', next: { userId: 2, name: null } })
    .thenDoc('2', { userId: 2, name: null, next: { userId: 3, name: 'carla' } })
    .thenForgets(1, 'ana')
    .thenForgets(3, 'carla', 'Carlota');
  expect(documents.states.get('1')).toMatchObject({ version: 3, position: positionOf(4) });
});

test('a lead is forgotten by its own id, also one that is sealed with an account’s key: that takes nobody along', () => {
  const whom = (event: ReturnType<typeof given>) => envelopes([event]).map((one) => forgottenIn(one as { type: string; data: object }));
  expect(whom(given('UserErased', { userId: 7 }))).toEqual(['7']);
  expect(whom(given('LeadErased', { leadId: 'lead1', person: 'lead1' }))).toEqual(['lead1']);
  expect(whom(given('LeadErased', { leadId: 'lead1', person: '7' }))).toEqual(['lead1']);
  expect(whom(given('LeadCaptured', { leadId: 'lead1', person: 'lead1' }))).toEqual([null]);
});

test('a projection that lists persons but cannot redact is halted by the erasure, not passed over', () => {
  const { redact: _, ...careless } = people;
  const events = envelopes(eventsOf(registered(1, 'ana'), erased(1)));
  expect(fold(careless, events, new Map(), true).poison?.event).toBe(events[1]);
});

interface MarksDoc {
  marks: Record<string, { times: number }>;
}
/** Counts in place; its documents begin with one that is not. */
const marks: Projection<MarksDoc, EventOf<'LearnerEnrolled' | 'ClassCompleted'>> = {
  name: 'marks',
  version: 1,
  on: {
    LearnerEnrolled: { key: ({ data }) => String(data.userId), evolve: (doc) => ({ marks: doc?.marks ?? {} }) },
    ClassCompleted: {
      key: ({ data }) => [String(data.userId), 'all'],
      inPlace: true,
      evolve(doc, { data }, key) {
        if (!doc) return key === 'all' ? { marks: { [data.classId]: { times: 1 } } } : null;
        const mark = doc.marks[data.classId] ?? { times: 0 };
        mark.times++;
        doc.marks[data.classId] = mark;
        return doc;
      },
    },
  },
  topics: (key) => [{ topic: `marks:${key}`, view: ({ marks }) => ({ marks }) }],
};

test('documents that are changed in place are those of a fold that copies, whatever the batches, and each change is one', () => {
  const events = eventsOf(completed(1), enrolled(1), completed(1), completed(1), completed(1, 2), enrolled(1, 2), completed(1));
  const { documents } = givenEvents(marks, events)
    .thenDoc('1', { marks: { 1: { times: 3 }, 2: { times: 1 } } })
    .thenDoc('all', { marks: { 1: { times: 4 }, 2: { times: 1 } } })
    .thenChange('marks:1', { version: 6, view: { marks: { 1: { times: 3 }, 2: { times: 1 } } } });
  expect(documents.states.get('all')).toMatchObject({ version: 5, position: positionOf(6) });
});

test('what is on its way to be written is not changed by the next event in place', () => {
  const [first, second] = envelopes(eventsOf(completed(1), completed(1)));
  const set = new WorkingSet(marks as AnyProjection, { push: true, weighed: false });
  set.admit('all', null);
  set.apply(first as Envelope, ['all']);
  const { writes, changes } = set.drain();
  set.apply(second as Envelope, ['all']);
  const once = { marks: { 1: { times: 1 } } };
  expect([writes[0]?.doc, changes[0]?.view]).toEqual([once, once]);
});

test('a projection that is watched makes the same documents, also where they are changed in place', () => {
  const events = envelopes(eventsOf(completed(1), enrolled(1), completed(1), completed(1)));
  const [plain, watched] = [marks as AnyProjection, noting(marks as AnyProjection, busyWith())].map((one) =>
    fold(one, events, new Map(), false),
  );
  expect(watched?.writes).toEqual(plain?.writes);
});

test('what was loaded is nobody’s to change: a document that is changed in place is copied first', () => {
  const stored: Doc = { marks: { 1: { times: 1 } } };
  const loaded = new Map([['1', { version: 2, position: positionOf(0), doc: stored }]]);
  const [, ...events] = envelopes(eventsOf(enrolled(1), completed(1), completed(1)));
  expect(fold(marks, events, loaded, false).writes.find(({ key }) => key === '1')?.doc).toEqual({ marks: { 1: { times: 3 } } });
  expect(stored).toEqual({ marks: { 1: { times: 1 } } });
});

test('equal documents have equal bytes, in whatever order their keys came, and dates are told as JSON tells them', () => {
  const doc = {
    b: [{ d: new Date(0), c: {} }],
    a: { 2: 'x', 10: 'y', z: null, e: undefined },
    ...JSON.parse('{"__proto__":{"y":1,"x":2}}'),
  };
  const told = '{"__proto__":{"x":2,"y":1},"a":{"2":"x","10":"y","z":null},"b":[{"c":{},"d":"1970-01-01T00:00:00.000Z"}]}';
  expect(canonical(doc)).toBe(told);
  expect(canonical(JSON.parse(told) as Doc)).toBe(told);
  const deep = (levels: number): object => (levels === 0 ? { b: 1, a: 2 } : { inner: deep(levels - 1) });
  expect(canonical({ deep: deep(200) })).toContain('{"a":2,"b":1}');
});
