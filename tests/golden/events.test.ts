import { setImmediate as nextTurn, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { user } from '../../backend/commands/identity/user.ts';
import { metadataOf } from '../../backend/commands/kernel/handle.ts';
import { createPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import { createCodec, InvalidEvent, UnknownEventType } from '../../events/codec.ts';
import { defineEvent, type EventDefinition } from '../../events/define.ts';
import { isSealed, PersonalKeyMissing, type PersonalKeys, PersonErased } from '../../events/privacy.ts';
import { registry } from '../../events/registry.ts';
import type { JsonObject, Position, Recorded } from '../../events/store/port.ts';
import { type Upcaster, upcasters } from '../../events/upcasters.ts';
import { openDomain, register, type TestDomain } from '../support/domain.ts';
import { GOLDEN_KEY, goldenKeys, goldenOf, recordsOf, samples } from './record.ts';

const META = {
  commandId: 'c',
  correlationId: 'c',
  causationId: 'c',
  actor: { userId: null, role: 'system' },
  occurredAt: '2026-03-02T17:00:00.000Z',
} as const;
const recorded = (type: string, data: JsonObject, metadata: JsonObject): Recorded => ({
  id: '00000000-0000-5000-8000-000000000001',
  stream: 'golden-1',
  version: 0,
  position: '0000000000000001' as Position,
  type,
  data,
  metadata,
  size: 0,
});
const codec = createCodec(registry, goldenKeys);
const codecOf = ({ keys }: TestDomain) => createCodec(registry, keys);
const erasureOf = async (domain: TestDomain, userId: number) =>
  (await codecOf(domain).encode(crypto.randomUUID(), { type: 'UserErased', data: { userId } }, metadataOf(domain.context('erase'))))
    .written;

/** Fields that older versions stored in clear and that are sealed today: they are shown until the person is erased. */
const onceInClear: ReadonlySet<string> = new Set([
  'ScholarshipCodeAllotted.v1.organisation',
  ...['stream', 'category', 'eventType', 'act', 'field'].map((field) => `EventsExported.v1.${field}`),
  ...['name', 'stream', 'category', 'eventType', 'field', 'value'].flatMap((field) => [1, 2].map((v) => `ExportPlanned.v${v}.${field}`)),
  ...['QuerySaved.v1.name', 'QuerySaved.v1.sql'],
  ...['LeadCaptured.v1.subject', 'LeadCaptured.v1.consentVersion', 'LeadCaptured.v2.subject', 'LeadCaptured.v2.consentVersion'],
]);

describe('golden files', () => {
  const golden = [...new Set([...registry.values()].map(({ category }) => category))].flatMap((category) =>
    Object.entries(recordsOf(category)).map(([name, stored]) => {
      const [, type = '', version = ''] = /^(\w+)\.v(\d+)$/.exec(name) ?? [];
      return { name, type, version: Number(version), category, stored };
    }),
  );

  test('there is one for every version of every registered type (missing: run npm run golden)', () => {
    const wanted = [...registry.values()].flatMap(({ type, version, category }) =>
      Array.from({ length: version }, (_, index) => `${category}: ${type}.v${index + 1}`),
    );
    const there = golden.map(({ category, name }) => `${category}: ${name}`);
    expect(wanted.filter((name) => !there.includes(name))).toEqual([]);
  });

  test('every version but the present one of a type has its upcaster', () => {
    const wanted = [...registry.values()].flatMap(({ type, version }) =>
      Array.from({ length: version - 1 }, (_, index) => `${type}@${index + 1}`),
    );
    expect(wanted.filter((step) => !upcasters.has(step))).toEqual([]);
  });

  test.each(golden)('$name decodes, today and for ever', async ({ name, type, version, stored }) => {
    expect(stored.metadata.schemaVersion).toBe(version);
    const definition = registry.get(type);
    const records = [stored.data, ...stored.variants].map((data) => recorded(type, data, stored.metadata));
    const events = await codec.decode(records);
    for (const [index, event] of events.entries()) {
      const data: JsonObject = records[index]?.data ?? {};
      expect(event.type).toBe(type);
      for (const field of definition?.personal?.fields ?? []) {
        const value = (event.data as JsonObject)[field];
        expect(value === null || (typeof value === 'string' && value.includes('ñandú'))).toBe(true);
        // A field that came later is not there yet.
        expect((data[field] ?? null) === null || isSealed(data[field]) !== onceInClear.has(`${name}.${field}`)).toBe(true);
      }
      // What is not personal and not of an older version comes out as it went in: no field gets lost.
      if (version !== definition?.version) continue;
      const personal: readonly string[] = definition.personal?.fields ?? [];
      const open = (all: object) => Object.fromEntries(Object.entries(all).filter(([key]) => !personal.includes(key)));
      expect(open(event.data as object)).toEqual(open(data));
    }
    expect(events[0]?.meta).toEqual(stored.metadata);
  });

  test.each(golden)('$name decodes when its person is gone', async ({ type, stored }) => {
    const erased = createCodec(registry, { ...goldenKeys, forReading: async () => null, isErased: async () => true });
    const events = await erased.decode([stored.data, ...stored.variants].map((data) => recorded(type, data, stored.metadata)));
    for (const { data } of events)
      for (const field of registry.get(type)?.personal?.fields ?? []) expect((data as JsonObject)[field]).toBeNull();
  });

  test.each([...registry.values()])('$type: what is written today is read as it was', async (definition) => {
    for (const data of samples(definition)) {
      const { written } = await codec.encode('00000000-0000-5000-8000-000000000001', { type: definition.type, data }, META);
      const [read] = await codec.decode([recorded(definition.type, written.data, written.metadata)]);
      expect(read?.data).toEqual(data);
      expect(read?.meta).toEqual({ ...META, schemaVersion: definition.version });
    }
  });

  test('a version that lost an upcaster or a type that left the registry is a fault, not a silence', async () => {
    await expect(codec.decode([recorded('NeverHeardOf', {}, { ...META, schemaVersion: 1 })])).rejects.toBeInstanceOf(UnknownEventType);
    const renamed = registry.get('CourseRenamed');
    if (!renamed) throw new Error('CourseRenamed is gone');
    const next = createCodec(new Map([[renamed.type, { ...renamed, version: 2 }]]), goldenKeys, new Map());
    await expect(next.decode([recorded('CourseRenamed', { courseId: 1, title: 't' }, { ...META, schemaVersion: 1 })])).rejects.toThrow(
      'no upcaster from version 1',
    );
  });
});

describe('values that a newer release added', () => {
  const NEWER = 'of-a-newer-release';
  type Leaf = { path: readonly string[]; schema: z.ZodType };
  /** Every enumerated value of a schema, with the path that leads to it. */
  function choicesOf(schema: z.ZodType, path: readonly string[] = []): Leaf[] {
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return choicesOf(schema.unwrap() as z.ZodType, path);
    if (schema instanceof z.ZodArray) return choicesOf(schema.element as z.ZodType, [...path, '*']);
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) => choicesOf(part, [...path, key]));
    return schema instanceof z.ZodCodec || schema instanceof z.ZodEnum ? [{ path, schema }] : [];
  }
  /** The values at a path; `change` may replace them. */
  function at(data: unknown, [key, ...rest]: readonly string[], change = (value: unknown) => value): unknown[] {
    const holder = data as Record<string, unknown> | null | undefined;
    if (key === undefined || holder === null || holder === undefined) return [];
    const keys = key === '*' ? Object.keys(holder) : key in holder ? [key] : [];
    return keys.flatMap((name) => {
      if (rest.length > 0) return at(holder[name], rest, change);
      if (holder[name] !== null) holder[name] = change(holder[name]);
      return [holder[name]];
    });
  }
  const choices = [...registry.values()].flatMap((definition) =>
    choicesOf(definition.schema).map((leaf) => ({ ...leaf, definition, name: `${definition.type}.${leaf.path.join('.')}` })),
  );
  const newer = (data: JsonObject, path: readonly string[]): JsonObject => {
    const copy = structuredClone(data);
    at(copy, path, (value) => (Array.isArray(value) ? [...value, NEWER] : NEWER));
    return copy;
  };

  test.each(choices.filter(({ schema }) => schema instanceof z.ZodCodec))(
    '$name: is read as one that is known, in every release, and is never written by one that does not know it',
    async ({ definition, path, schema }) => {
      const { type, version } = definition;
      const { data } = goldenOf(definition);
      const [known, read] = await codec.decode(
        [data, newer(data, path)].map((one) => recorded(type, one, { ...META, schemaVersion: version })),
      );
      const found = at(read?.data, path);
      expect(found.length).toBeGreaterThan(0);
      const substitute = (schema as z.ZodCodec).safeParse(NEWER).data;
      expect(found).toEqual(at(known?.data, path).map((value) => (Array.isArray(value) ? value : substitute)));
      await expect(codec.encode('', { type, data: newer(known?.data as JsonObject, path) }, META)).rejects.toBeInstanceOf(InvalidEvent);
    },
  );

  test.each(choices.filter(({ schema }) => schema instanceof z.ZodEnum))(
    '$name: is closed, and another value of it needs a new version of the event',
    async ({ definition, path, schema }) => {
      const { type, version } = definition;
      const stored = goldenOf(definition);
      const held = new Set([stored.data, ...stored.variants].flatMap((data) => at(data, path)));
      expect((schema as z.ZodEnum).options.filter((value) => !held.has(value))).toEqual([]);
      const record = recorded(type, newer(stored.data, path), { ...META, schemaVersion: version });
      await expect(codec.decode([record])).rejects.toBeInstanceOf(InvalidEvent);
    },
  );

  test('the role of who acts, too, is read as the one that may do least', async () => {
    const metadata = { ...META, actor: { userId: 7, role: 'assistant' }, schemaVersion: 1 };
    const [event] = await codec.decode([recorded('CourseRenamed', { courseId: 1, title: 't' }, metadata)]);
    expect(event?.meta.actor).toEqual({ userId: 7, role: 'visitor' });
  });
});

describe('upcasters', () => {
  /** Version 1 had one name; version 2 splits off what is private; version 3 says the amount in minor units. */
  const Thing = defineEvent('Thing', {
    category: 'site',
    version: 3,
    schema: z.object({ userId: z.number(), nickname: z.string().nullable(), cents: z.number().int(), currency: z.enum(['MXN', 'USD']) }),
    personal: { of: 'userId', fields: ['nickname'] },
    summary: '',
    sentence: { es: '', en: '' },
  });
  const things = new Map([[Thing.type, Thing as unknown as EventDefinition]]);
  const steps = new Map<string, Upcaster>([
    ['Thing@1', ({ person, name, ...data }: JsonObject) => ({ ...data, userId: person ?? null, nickname: name ?? null })],
    ['Thing@2', ({ price, ...data }: JsonObject) => ({ ...data, cents: Number(price) * 100, currency: 'MXN' })],
  ]);
  const at = (schemaVersion: number) => ({ ...META, schemaVersion });
  const thingCodec = createCodec(things, goldenKeys, steps);

  test('take each version to the present one, step by step; the order of versions in a batch does not matter', async () => {
    const { written } = await thingCodec.encode(
      '',
      { type: 'Thing', data: { userId: 7, nickname: 'Ana', cents: 0, currency: 'MXN' } },
      META,
    );
    const nickname = written.data.nickname ?? null;
    const events = await thingCodec.decode([
      recorded('Thing', { userId: 7, nickname, cents: 1_250, currency: 'USD' }, at(3)),
      recorded('Thing', { person: 7, name: nickname, price: 3 }, at(1)),
      recorded('Thing', { userId: 7, nickname, price: 12.5 }, at(2)),
    ]);
    expect(events.map(({ data }) => data)).toEqual([
      { userId: 7, nickname: 'Ana', cents: 1_250, currency: 'USD' },
      { userId: 7, nickname: 'Ana', cents: 300, currency: 'MXN' },
      { userId: 7, nickname: 'Ana', cents: 1_250, currency: 'MXN' },
    ]);
    expect(events.map(({ meta }) => meta.schemaVersion)).toEqual([3, 1, 2]);
  });

  test('what comes out of them is validated', async () => {
    const broken = createCodec(things, goldenKeys, new Map([...steps, ['Thing@2', (data: JsonObject) => data]]));
    await expect(broken.decode([recorded('Thing', { userId: 7, nickname: null, price: 1 }, at(2))])).rejects.toThrow(
      'stored Thing does not fit its schema: cents invalid_type, currency invalid_value',
    );
  });

  test('do not change what was stored', async () => {
    const data = Object.freeze({ person: 7, name: null, price: 3 });
    await thingCodec.decode([recorded('Thing', data, at(1))]);
    expect(data).toEqual({ person: 7, name: null, price: 3 });
  });
});

describe('personal data', () => {
  test('never stand in clear in what is stored', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'usuariasecreta', { firstName: 'Guadalupe', lastName: 'Íñiguez', email: 'lupe@privado.mx' });
    await domain.accounts.changeEmail(userId, 'nueva@privado.mx', domain.context());
    await domain.commands.handle(user, userId, { type: 'proveEmail', email: 'nueva@privado.mx' }, domain.context());
    await domain.accounts.changeEmail(userId, 'pedida@privado.mx', domain.context());
    await domain.accounts.cancelEmailChange(userId, domain.context());
    await domain.accounts.changeUsername(userId, 'otrasecreta', domain.context());
    const stored = await domain.stored();
    const text = stored.map((event) => JSON.stringify(event)).join('\n');
    expect(text).toContain('UserRegistered');
    expect(text).toContain('EmailChangeCancelled');
    expect(text).not.toMatch(/secreta|Guadalupe|Íñiguez|privado|pedida|lupe/i);
    // The sealed fields can be read again with the key.
    const [registered] = await domain.events(`user-${userId}`);
    expect(registered?.data).toMatchObject({
      username: 'usuariasecreta',
      email: 'lupe@privado.mx',
      firstName: 'Guadalupe',
      lastName: 'Íñiguez',
    });
  });

  test('equal values are sealed to different texts, bound to their field, type and person', async () => {
    const encode = async (type: string, data: JsonObject) => (await codec.encode('', { type, data }, META)).written.data;
    const one = await encode('NameChanged', { userId: 1, firstName: 'Ana', lastName: 'Ana' });
    const two = await encode('NameChanged', { userId: 1, firstName: 'Ana', lastName: 'Ana' });
    expect(new Set([one.firstName, one.lastName, two.firstName, two.lastName]).size).toBe(4);
    const read = (data: JsonObject) => codec.decode([recorded('NameChanged', data, { ...META, schemaVersion: 1 })]);
    await expect(read({ ...one, firstName: one.lastName ?? null })).rejects.toThrow();
    await expect(read({ ...one, userId: 2 })).rejects.toThrow();
    expect((await read(one))[0]?.data).toEqual({ userId: 1, firstName: 'Ana', lastName: 'Ana' });
  });

  test('that an older version had in clear is shown until its person is erased, and not from then on', async () => {
    const domain = await openDomain();
    const { data, metadata } = recordsOf('campaign')['ScholarshipCodeAllotted.v1'] ?? {};
    if (!data || !metadata) throw new Error('ScholarshipCodeAllotted.v1 is not recorded');
    const given = { ...data, organisation: 'Ana Ruiz', leadId: 'lead1' };
    await domain.store.append('campaign-a', 'none', [{ id: crypto.randomUUID(), type: 'ScholarshipCodeAllotted', data: given, metadata }]);
    const ofNobody = { ...given, codeId: 'a-2', leadId: null };
    await domain.store.append('campaign-a', 0, [{ id: crypto.randomUUID(), type: 'ScholarshipCodeAllotted', data: ofNobody, metadata }]);
    const other = await domain.another();
    const read = async () => Promise.all([domain, other].map(async (one) => (await one.events('campaign-a')).map((event) => event.data)));
    const told = (organisation: string | null) => [
      { person: 'lead1', organisation },
      { person: 'a-2', organisation: 'Ana Ruiz' },
    ];
    expect(await read()).toMatchObject([told('Ana Ruiz'), told('Ana Ruiz')]);
    // The state that a process caches is dropped as well.
    expect((await domain.events('campaign-a'))[0]?.person).toBe('lead1');
    await domain.keys.destroy('lead1');
    // A connection looks for what others wrote once in each turn of its loop; two processes never share one.
    await nextTurn();
    expect(await read()).toMatchObject([told(null), told(null)]);
  });

  test('text that looks sealed is text', async () => {
    const data = { userId: 1, firstName: 'p1:no soy un secreto', lastName: null };
    const stored = (await codec.encode('', { type: 'NameChanged', data }, META)).written.data;
    expect(stored.firstName).not.toBe(data.firstName);
    expect((await codec.decode([recorded('NameChanged', stored, { ...META, schemaVersion: 1 })]))[0]?.data).toEqual(data);
  });

  test('a reason is sealed with the key of who gave it and of whom it is about: the end of either ends it', async () => {
    for (const [erased, left] of [
      ['1', '2'],
      ['2', '1'],
    ] as const) {
      const domain = await openDomain();
      const reason = 'Lo pidió Nora Quintanilla por teléfono';
      const context = domain.context('why', { actor: { userId: 1, role: 'administrator' }, reason });
      await domain.log.append('user-2', 'none', [{ type: 'UserDeactivated', data: { userId: 2 } }], metadataOf(context));
      await domain.log.append(
        'course-1',
        'none',
        [{ type: 'CourseRenamed', data: { courseId: 1, title: 'Vectores' } }],
        metadataOf(context),
      );
      expect(JSON.stringify(await domain.stored())).not.toContain('Nora');
      const reasons = async () => Promise.all((await domain.events()).map(({ meta }) => domain.log.reasonOf(meta)));
      expect(await reasons()).toEqual([reason, reason]);
      await domain.keys.destroy(erased);
      // The reason of a change to a course is sealed with its author's key only.
      expect(await reasons()).toEqual([null, erased === '1' ? null : reason]);
      // Reasons about or by an erased person are no longer stored; the events still are.
      const later = metadataOf({ ...context, commandId: crypto.randomUUID() });
      await domain.log.append('user-2', 0, [{ type: 'UserActivated', data: { userId: 2 } }], later);
      expect((await domain.stored()).at(-1)?.metadata).not.toHaveProperty('reason');
      expect(await domain.keys.isErased(left)).toBe(false);
    }
  });

  test('a reason that an older release wrote in clear is read as it stands, one in no known shape is refused', async () => {
    const read = (reason: JsonObject[string]) =>
      codec.decode([recorded('CourseRenamed', { courseId: 1, title: 'Título' }, { ...META, schemaVersion: 1, reason })]);
    const [old] = await read('para que quede constancia');
    expect(await codec.reasonOf(old?.meta ?? {})).toBe('para que quede constancia');
    for (const odd of [7, {}, { by: [], sealed: 'x' }, { by: [1], sealed: 'x' }, { by: ['1'], sealed: 'x', more: 1 }])
      await expect(read(odd as JsonObject)).rejects.toThrow('stored CourseRenamed does not fit its schema: reason');
  });

  test('written after the erasure of a person are nobody’s from then on, in any batch and process, though their key is still there', async () => {
    const domain = await openDomain();
    const other = await domain.another();
    const meta = metadataOf(domain.context('later'));
    const userId = await register(domain, 'ana', { firstName: 'Ana' });
    const name = { type: 'NameChanged', data: { userId, firstName: 'Anabel', lastName: null } };
    // Under way when the erasure came: sealed before, appended after.
    const { written } = await codecOf(other).encode(crypto.randomUUID(), name, meta);
    await domain.store.append(`user-${userId}`, 'any', [await erasureOf(domain, userId), written]);
    for (const reader of [domain, other, await domain.another()]) {
      const events = await reader.events(`user-${userId}`);
      expect(events[0]?.data).toMatchObject({ firstName: 'Ana' });
      expect(events.at(-1)).toMatchObject({ type: 'NameChanged', data: { firstName: null } });
      // Decoded alone, as a batch that begins after the erasure.
      expect((await reader.log.decode((await domain.stored()).slice(-1)))[0]?.data).toMatchObject({ firstName: null });
      await expect(reader.log.append('user-9', 'any', [name], meta)).rejects.toBeInstanceOf(PersonErased);
    }
    await other.keys.destroy(String(userId));
    await turn();
    expect((await domain.events(`user-${userId}`))[0]?.data).toMatchObject({ firstName: null });
  });

  test('of an erased person read as null and cannot be written any more', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'ana', { firstName: 'Ana' });
    await domain.keys.destroy(String(userId));
    const [registered] = await domain.events(`user-${userId}`);
    expect(registered?.data).toMatchObject({ userId, username: null, email: null, firstName: null, role: 'student' });
    const rename = { type: 'NameChanged', data: { userId, firstName: 'Ana', lastName: null } };
    await expect(domain.log.append(`user-${userId}`, 'any', [rename], META)).rejects.toBeInstanceOf(PersonErased);
  });

  test('whose key is missing without a record of erasure are a fault, not an erasure', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'ana');
    await domain.vault.remove('keys', String(userId));
    const fresh = await domain.another();
    await expect(fresh.events(`user-${userId}`)).rejects.toBeInstanceOf(PersonalKeyMissing);
    const keys = createPersonalKeys(domain.vault, new Uint8Array(32));
    await expect(keys.forReading('77')).rejects.toBeInstanceOf(PersonalKeyMissing);
  });

  test('destroyed by another process are used by none from the next batch on', async () => {
    const { another, keys, vault } = await openDomain();
    const here = createPersonalKeys(vault, new Uint8Array(32).fill(7));
    await here.forWriting('5');
    await (await another()).keys.destroy('5');
    await here.fresh();
    expect(await here.forReading('5')).toBeNull();
    expect(await keys.forReading('5')).toBeNull();
    await expect(here.forWriting('5')).rejects.toBeInstanceOf(PersonErased);
  });

  test('may stand for a while where many events are loaded: the vault is asked once in that time, and an erasure counts at its end', async () => {
    const { another, vault } = await openDomain();
    let at = 0;
    const here = createPersonalKeys(vault, new Uint8Array(32).fill(7), { standMs: 100, now: () => at });
    const asked = vi.spyOn(vault, 'get');
    const times = () => asked.mock.calls.filter(([table]) => table === 'meta').length;
    await here.fresh();
    const key = await here.forWriting('5');
    await (await another()).keys.destroy('5');
    for (at = 1; at < 100; at++) {
      await here.fresh();
      expect(await here.forWriting('5')).toBe(key);
    }
    expect(times()).toBe(1);
    at = 100;
    await here.fresh();
    expect(times()).toBe(2);
    await expect(here.forWriting('5')).rejects.toBeInstanceOf(PersonErased);
  });

  test("a person's key is made once, also by two processes at once, and looked up once in a batch", async () => {
    const domain = await openDomain();
    const other = await domain.another();
    const keys = await Promise.all([domain, other, domain, other].map((one) => one.keys.forWriting('5')));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);

    let looks = 0;
    const counting: PersonalKeys = {
      ...goldenKeys,
      forReading: async () => {
        looks++;
        return GOLDEN_KEY;
      },
    };
    const { written } = await codec.encode('', { type: 'NameChanged', data: { userId: 1, firstName: 'Ana', lastName: 'Ruiz' } }, META);
    const record = recorded('NameChanged', written.data, { ...META, schemaVersion: 1 });
    await createCodec(registry, counting).decode([record, record, record]);
    expect(looks).toBe(1);
  });

  test('must be declared on fields that exist and accept null', () => {
    const define = (schema: z.ZodObject, field: string) => () =>
      defineEvent('Test', {
        category: 'site',
        schema,
        summary: '',
        sentence: { es: '', en: '' },
        personal: { of: 'userId', fields: [field] },
      });
    const userId = z.number();
    expect(define(z.object({ userId, name: z.string() }), 'name')).toThrow('Test.name: a personal field must exist and be nullable');
    expect(define(z.object({ userId, name: z.string().optional() }), 'name')).toThrow('nullable');
    expect(define(z.object({ userId }), 'name')).toThrow('must exist');
    expect(define(z.object({ userId, name: z.string().nullable() }), 'name')).not.toThrow();
  });
});

describe('what does not fit its schema', () => {
  test('is not written; the error names paths, never values', async () => {
    const bad = { userId: 1, firstName: 'x'.repeat(200), lastName: { secreto: 'Íñiguez' } };
    const error = await codec.encode('', { type: 'NameChanged', data: bad }, META).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidEvent);
    const { message } = error as InvalidEvent;
    expect(message).toBe('new NameChanged does not fit its schema: firstName too_big, lastName invalid_type');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/xxx|secreto|Íñiguez/);
    await expect(codec.encode('', { type: 'NeverHeardOf', data: {} }, META)).rejects.toBeInstanceOf(UnknownEventType);
  });

  test('is not read: neither data nor metadata', async () => {
    const read = (data: JsonObject, metadata: JsonObject) => codec.decode([recorded('CourseRenamed', data, metadata)]);
    const good = { courseId: 1, title: 'Título' };
    await expect(read({ ...good, title: 7 }, { ...META, schemaVersion: 1 })).rejects.toThrow(
      'stored CourseRenamed does not fit its schema: title invalid_type',
    );
    await expect(read(good, { ...META })).rejects.toThrow('schemaVersion invalid_type');
    await expect(read(good, { ...META, schemaVersion: 1, occurredAt: 'ayer' })).rejects.toThrow('occurredAt');
    await expect(read(good, { ...META, schemaVersion: 1, actor: { userId: 1, role: 7 } })).rejects.toThrow('actor.role');
  });

  test('of several events of one command nothing is written', async () => {
    const domain = await openDomain();
    const events = [
      { type: 'CourseRenamed', data: { courseId: 1, title: 'Bien' } },
      { type: 'CourseRenamed', data: { courseId: 1, title: 5 } },
    ];
    await expect(domain.log.append('course-1', 'none', events, META)).rejects.toBeInstanceOf(InvalidEvent);
    expect(await domain.stored()).toEqual([]);
  });
});
