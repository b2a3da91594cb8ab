import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readToday, storedEvent, writtenNumbers } from '../backend/api/answers/history/stored.ts';
import { eventIn, matcher } from '../backend/api/answers/streams/search.ts';
import type { EventFilters } from '../backend/api/contract/events.ts';
import { maskedFields } from '../events/define.ts';
import { registry } from '../events/registry.ts';
import type { EventStore, JsonObject, Position, Recorded } from '../events/store/port.ts';
import type { StreamName } from '../events/streams.ts';

/** What leads to a person without naming them, for whoever looks at the log. */

const recorded = (type: string, stream: string, data: JsonObject, version = 0): Recorded => ({
  ...{ id: `${stream}@${version}`, type, stream, version, position: '1' as Position, size: 1, data },
  metadata: { occurredAt: '2026-03-02T17:00:00.000Z', actor: { userId: 7, role: 'student' } },
});
const HASH = 'ab0123456789'.padEnd(64, 'f');
const OTHER = 'ab0123456788'.padEnd(64, 'e');
const picture = (hash: string, version = 0) =>
  recorded(
    'FileStored',
    `file-img_perfiluser_${hash}`,
    { bucket: 'img_perfiluser', hash, extension: 'webp', bytes: 9, ownerId: 7 },
    version,
  );
const matches = (filters: Partial<EventFilters>, event: Recorded) => matcher(filters as EventFilters)(event);

// rows: K08, M10
test('the code of a certificate, by which anybody finds whose it is, is masked, and not found by trying', () => {
  const issued = recorded('CertificateIssued', 'certificate-7_1', { userId: 7, courseId: 1, code: 'EV127-ZJRTD-9K0CM-HZ9N6' });
  expect(JSON.stringify(storedEvent(issued))).not.toContain('EV127');
  expect(matches({ campo: 'code', valor: 'EV127-ZJRTD-9K0CM-HZ9N6' }, issued)).toBe(false);
});

test('of the address of a picture, which opens it, only the beginning is told; nobody finds the rest by trying', async () => {
  const stored = picture(HASH);
  const checked = recorded('DocumentsChecked', 'operations-documents', {
    different: [{ projection: 'files', keys: [`img_perfiluser_${HASH}`, `img_curso_${HASH}`] }],
  });
  expect(storedEvent(stored)).toMatchObject({ flujo: 'file-img_perfiluser_ab0123456789', datos: { hash: 'cifrado', ownerId: 7 } });
  expect(storedEvent(checked).datos).toEqual({
    different: [{ projection: 'files', keys: ['img_perfiluser_ab0123456789', `img_curso_${HASH}`] }],
  });
  expect(matches({ flujo: 'file-img_perfiluser_ab0123456789f*' }, stored)).toBe(false);
  expect(matches({ campo: 'hash', valor: HASH }, stored)).toBe(false);
  expect(matches({ flujo: 'file-*' }, stored)).toBe(true);
  expect(matches({ flujo: 'file-img_perfiluser_ab0123456789' }, stored)).toBe(true);
  // What stands in the list can be opened.
  const store = {
    async *pages() {
      yield [picture(OTHER), picture(HASH), picture(HASH, 1)];
    },
  } as unknown as EventStore;
  expect((await eventIn(store, 'file-img_perfiluser_ab0123456789', 1))?.id).toBe(`file-img_perfiluser_${HASH}@1`);
});

test('files of courses and of the site keep their names', () => {
  const stored = recorded('FileStored', `file-img_curso_${HASH}`, { bucket: 'img_curso', hash: HASH });
  expect(storedEvent(stored)).toMatchObject({ flujo: stored.stream, datos: { hash: HASH } });
});

// rows: M04
test('what an older version stored stands beside what is read of it today; what was in clear is masked in both', () => {
  const data = { leadId: 'a', name: 'Ana Ruiz', email: 'ana@prueba.mx', courseId: null };
  const old = recorded('LeadCaptured', 'lead-a', data);
  const written = { ...old, metadata: { ...old.metadata, schemaVersion: 1 } };
  expect(storedEvent(written).datos).toEqual({ ...data, name: 'cifrado', email: 'cifrado' });
  expect(readToday(written)).toMatchObject({ version: 3, datos: { leadId: 'a', name: 'cifrado', email: 'cifrado', address: '' } });
  const { version } = readToday(written) ?? { version: 0 };
  expect(readToday({ ...old, metadata: { ...old.metadata, schemaVersion: version } })).toBeNull();
  // As the embedded store gives it: what is read of it late is none of its own properties.
  const { data: _, metadata, ...own } = written;
  const lazy = Object.assign(Object.create({ data, metadata }) as Recorded, own);
  expect(readToday(lazy)).toEqual(readToday(written));
});

// rows: K08
test('nothing that would tell one person from the few of a small group stands in clear: who they are, where they live, how to reach them', () => {
  const telling =
    /name$|mail$|phone$|country|city|postal|birth|gender|company|organisation|website|device|endpoint|taxId|^(text|note|message|value)$/i;
  // Of the school, of what it plans and of its courses.
  const ofTheSchool = new Set<StreamName>([
    'site',
    'lesson',
    'course',
    'campaign',
    'groups',
    'segments',
    'apikeys',
    'webhooks',
    'providers',
    'platforms',
    'notification',
  ]);
  const clear = [...registry.values()].flatMap(({ type, category, schema, ...definition }) => {
    const masked = new Set(maskedFields({ type, category, schema, ...definition }));
    const takesWords = (field: string) => (schema.shape[field] as z.ZodType).safeParse('Ana Ruiz').success;
    const found = Object.keys(schema.shape).filter((field) => telling.test(field) && !masked.has(field) && takesWords(field));
    return ofTheSchool.has(category) ? [] : found.map((field) => `${type}.${field}`);
  });
  // The digest of a name that is free again.
  expect(clear).toEqual(['ReservationAbandoned.value']);
});

// rows: M04
test('numbers that JavaScript cannot hold are told as they are written, but those of what is masked', () => {
  const text =
    '{"userId":7,"username":12345678901234567890,"large":12345678901234567890,"a/b":{"list":[9007199254740993,9007199254740992,1e400]},"exact":-9007199254740991,"decimal":0.1,"long":0.12345678901234567890,"written":[1.50,1e5,-0,1.7976931348623157e308]}';
  const stored = { ...recorded('UserRegistered', 'user-7', JSON.parse(text) as JsonObject), text };
  expect(writtenNumbers(stored)).toEqual({
    '/large': '12345678901234567890',
    '/a~1b/list/0': '9007199254740993',
    '/a~1b/list/2': '1e400',
    '/long': '0.12345678901234567890',
  });
  expect(writtenNumbers(recorded('UserRegistered', 'user-7', {}))).toEqual({});
});
