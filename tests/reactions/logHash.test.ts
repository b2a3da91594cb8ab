import { expect, test } from 'vitest';
import { mailLogHash } from '../../backend/commands/reactions/logHash.ts';
import type { Mail } from '../../backend/integrations/mail/port.ts';
import type { Position } from '../../events/store/port.ts';

const sent: Mail[] = [];
const mailer = { send: async (mail: Mail) => void sent.push(mail), forget: async () => undefined };
const options = {
  publicUrl: 'https://escuela.mx',
  secret: 's',
  school: async () => ({ name: 'Escuela', email: 'hola@escuela.mx', color: null }),
};
const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'k1', use: 'sig', alg: 'EdDSA' } as const;
const root = { text: '{"events":12,"hash":"abc"}', signature: 'firma', keyId: 'k1', key };
const chain = { root: async () => root };
async function* auditors() {
  yield [{ userId: 7, firstName: 'Olga', language: null, email: 'olga@escuela.mx' }];
  yield [{ userId: 9, firstName: null, language: null, email: 'otro@escuela.mx' }];
}
const verified = { at: '2026-11-30T09:00:00.000Z', events: 12, hash: 'abc', broken: null };

// rows: K10
test('each auditor gets the signed hash once a day, as the file that can be compared later', async () => {
  await mailLogHash(verified, chain, auditors(), mailer, options);
  expect(sent.map(({ to, userId }) => [to, userId])).toEqual([
    ['olga@escuela.mx', 7],
    ['otro@escuela.mx', 9],
  ]);
  const [first] = sent;
  const file = first?.text.split('\n').find((line) => line.startsWith('{'));
  expect(JSON.parse(file ?? '')).toEqual({ declaracion: root.text, firma: 'firma', llave: key });
  expect(first?.text).toContain('12');
  const ids = sent.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(2);
  sent.length = 0;
  await mailLogHash(verified, chain, auditors(), mailer, options);
  expect(
    sent.map(({ messageId }) => messageId),
    'told again it is the same mail',
  ).toEqual(ids);
});

// rows: K10
test('where the log is not what it was they get word of the first event that differs', async () => {
  sent.length = 0;
  const event = { stream: 'user-4', version: 0, type: 'UserRegistered', position: '000042' as Position };
  await mailLogHash({ ...verified, broken: { kind: 'changed', sound: 3, event } }, chain, auditors(), mailer, options);
  expect(sent[0]?.subject).toBe('La historia de la escuela no es la que era');
  expect(sent[0]?.text).toContain('UserRegistered, posición 42');
  expect(sent[0]?.links.join()).toContain('/admin/history?vista=integridad');
});

// rows: K10
test('a log that lost its end, or is not what a hash kept elsewhere says, is not called intact', async () => {
  const mailed = async (found: object) => {
    sent.length = 0;
    await mailLogHash({ ...verified, ...found }, chain, auditors(), mailer, options);
    return sent[0];
  };
  const sound = await mailed({});
  for (const found of [{ lost: { events: 9 } }, { kept: { at: verified.at, events: 4, same: false } }]) {
    const mail = await mailed(found);
    expect(mail?.subject).toBe('La historia de la escuela no es la que era');
    expect(mail?.messageId, 'not taken for what the same day said before').not.toBe(sound?.messageId);
  }
  expect((await mailed({ lost: { events: 9 } }))?.text).toMatch(/Hechos intactos antes.*9/s);
});
