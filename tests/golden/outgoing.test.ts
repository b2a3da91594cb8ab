import { expect, test } from 'vitest';
import { createCodec } from '../../events/codec.ts';
import { outgoing, outgoingSchema, outgoingTypes } from '../../events/outgoing.ts';
import { registry } from '../../events/registry.ts';
import type { Position, Recorded } from '../../events/store/port.ts';
import { goldenKeys, recordsOf } from './record.ts';

/** What leaves the school, of every event that was ever recorded as golden. */

const codec = createCodec(registry, goldenKeys);
const all = [...registry.values()].flatMap(({ type, category }) =>
  Object.entries(recordsOf(category))
    .filter(([name]) => name.startsWith(`${type}.v`))
    .map(([, { data, metadata }]): Recorded => {
      const id = '00000000-0000-5000-8000-000000000001';
      return { id, type, stream: `${category}-1`, version: 0, position: '1' as Position, data, metadata, size: 0 };
    }),
);

// rows: P04
test('an event goes out where the catalogue has it: whole but for what is personal, a reason, a code or what is paid for; of any version', async () => {
  let sent = 0;
  for (const record of all) {
    const [event] = await codec.decode([record]);
    if (!event) throw new Error(record.type);
    const message = outgoing(event);
    expect(message !== null, record.type).toBe((outgoingTypes as readonly string[]).includes(record.type));
    if (!message) continue;
    sent += 1;
    const { properties, required } = outgoingSchema(message.type) as { properties: object; required?: string[] };
    const fields = Object.keys(message.data);
    expect(
      fields.every((field) => Object.hasOwn(properties, field)),
      record.type,
    ).toBe(true);
    expect(fields, record.type).toEqual(expect.arrayContaining(required ?? []));
    const { personal } = registry.get(record.type) ?? {};
    for (const field of personal?.fields ?? []) expect(fields, record.type).not.toContain(field);
    // The golden events have a reason, and an address; of both nothing leaves.
    expect(JSON.stringify(message), record.type).not.toMatch(/constancia|"origin"|"address"|p1:/);
  }
  expect(sent).toBeGreaterThanOrEqual(outgoingTypes.length);
});

test('no field that goes out is called like a secret, a text of a person, or the way into something', () => {
  const odd = outgoingTypes.flatMap((type) =>
    Object.keys((outgoingSchema(type) as { properties: object }).properties)
      .filter((field) => /secret|token|password|hash|key$|email|phone|signature|^code$|^link$|recipients|ipAddress/i.test(field))
      .map((field) => `${type}.${field}`),
  );
  expect(odd).toEqual([]);
});
