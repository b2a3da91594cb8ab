import { expect, test } from 'vitest';
import { projections } from '../../backend/projections/all.ts';
import { registry } from '../../events/registry.ts';
import type { Json, JsonObject } from '../../events/store/port.ts';
import { samples } from '../golden/record.ts';
import { Documents, envelopes, type GivenEvent, given } from '../support/projectionSpec.ts';

/** Erasure, as every read model is held to it: whatever an event declares personal, no document keeps a word of it when that person goes. */

const PERSON = 1;
const LEAD = 'contacto';
/** As a text would stand in a document, also folded for search: whose it is, and where it came from. */
const WORD = /secreto(?:1|contacto)x\w+/gi;
const marked = (value: Json, word: string): Json => {
  if (typeof value === 'string') return word;
  if (Array.isArray(value)) return value.map((one) => marked(one, word));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, word)]));
};
const marks = new Set<string>();
/** Everything that can happen to one person, one contact and one thing of each kind, with what is personal marked. */
const everything: GivenEvent[] = [...registry.values()].flatMap((definition) => {
  const { type, schema, personal } = definition;
  if (type === 'UserErased' || type === 'LeadErased') return [];
  const id = (key: string, value: Json): Json => {
    if (key === 'person' || key === 'leadId') return value === null ? null : LEAD;
    return typeof value === 'number' && /Id$|^by$/.test(key) ? PERSON : value;
  };
  const [first] = samples(definition);
  return samples(definition).map((sample) => {
    const data: JsonObject = Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, id(key, value)]));
    for (const field of (personal?.fields ?? []) as string[]) {
      const owner = data[String(personal?.of)];
      // Of an older release, which no account had written.
      if (owner === null) continue;
      const word = `secreto${owner}x${type}x${field}`;
      // Null stands for words that are gone already.
      const value = marked(data[field] ?? first?.[field] ?? null, word);
      // What must have a form of its own, as an hour has, stays as it is.
      if (!schema.safeParse({ ...data, [field]: value }).success) continue;
      data[field] = value;
      if (value !== null) marks.add(word.toLowerCase());
    }
    return given(type, data, { userId: PERSON });
  });
});
/** Twice: what comes later in the registry may be what makes the thing that an earlier event changes. */
const past = envelopes([...everything, ...everything]);
const found = new Set<string>();
const wordsIn = (value: unknown): string[] => [...new Set(JSON.stringify(value ?? null).match(WORD))];

test.each(projections.map((one) => [one.name, one] as const))('%s: every document says whose words it holds, and loses them', (_, code) => {
  const documents = new Documents(code);
  for (const event of past)
    for (const { key, doc, persons } of documents.fold([event]).writes) {
      const words = doc === null ? [] : wordsIn(doc);
      for (const word of words) found.add(word.toLowerCase());
      for (const owner of new Set(words.map((word) => (/^secreto1x/i.test(word) ? String(PERSON) : LEAD)))) {
        expect(persons, `${event.type}: of whom ${words} in ${key} is`).toContain(owner);
        const left = code.redact?.(doc as never, owner, key) ?? null;
        const theirs = wordsIn(left).filter((word) => word.toLowerCase().startsWith(`secreto${owner}x`));
        expect(theirs, `${event.type}: what stays in ${key}`).toEqual([]);
      }
    }
  documents.changes.length = 0;
  documents.fold(
    envelopes([
      ...[...everything, ...everything],
      given('UserErased', { userId: PERSON }),
      given('LeadErased', { leadId: LEAD, person: LEAD }),
    ]).slice(-2),
  );
  expect(wordsIn([documents.docs(), documents.changes])).toEqual([]);
});

/** Personal fields that stand in no read model: they are read from the log, where their key goes. A new one is either kept and found above, or named here. */
const inTheLogAlone = [
  ...['UsernameChanged.previous', 'EmailChanged.previous', 'EmailChangeRequested.email', 'EmailChangeRequested.previous'],
  ...['EmailChangeCancelled.email', 'PasskeyAdded.name', 'PasskeyRenamed.name', 'AvatarSet.previous', 'AvatarRemoved.previous'],
  ...['stream', 'category', 'eventType', 'act', 'field'].map((field) => `EventsExported.${field}`),
  ...['name', 'stream', 'category', 'eventType', 'field', 'value'].map((field) => `ExportPlanned.${field}`),
  ...['LearnerReminded.text', 'PushPlaceAdded.endpoint', 'PushPlaceAdded.p256dh', 'PushPlaceAdded.auth'],
];
test('each personal field was found in some read model, or stands in the log alone', () => {
  const unfound = [...marks].filter((word) => !found.has(word)).map((word) => word.replace(/^secreto(?:1|contacto)x/, ''));
  expect(unfound.sort()).toEqual(inTheLogAlone.map((name) => name.toLowerCase().replace('.', 'x')).sort());
});
