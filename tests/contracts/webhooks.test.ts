import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookSender, signatureOf } from '../../backend/integrations/webhooks/sender.ts';
import { type Message, openReceiver, type Receiver } from '../support/receiver.ts';

/** What is sent to other programs: signed, bounded, and led nowhere else. */

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = { id: 'msg_1', at: new Date('2026-03-02T17:00:00.500Z'), body: '{"type":"Ping"}' };
const to = (url: string) => ({ url, authorization: null, secrets: [SECRET] });
const outside = (names: Readonly<Record<string, readonly string[]>> = {}, more: object = {}) =>
  createWebhookSender({
    timeoutMs: 2_000,
    resolve: async (host) => (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ...more,
  });

// rows: P04
test('a delivery is signed as Standard Webhooks says, with both secrets while one takes the place of the other', async () => {
  // The example of the specification's own libraries.
  const signed = signatureOf([SECRET], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  const sender = createWebhookSender({ permitted: new Set([receiver.host]) });
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const outcome = await sender.send({ url: receiver.url, authorization: 'Basic abc', secrets: [SECRET, other] }, message);
  expect(outcome).toMatchObject({ status: 200, fault: null, answer: 'gracias' });
  const [{ headers, text, path }] = receiver.messages.slice(-1) as [Message];
  expect(path).toBe('/avisos?clave=secreta');
  expect(text).toBe(message.body);
  expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1772470800', authorization: 'Basic abc' });
  expect(headers['webhook-signature']).toBe(signatureOf([SECRET, other], 'msg_1', 1_772_470_800, message.body));
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
});

test.each([
  'http://hooks.ejemplo.mx/',
  'https://hooks.ejemplo.mx:8443/',
  'https://ana:clave@hooks.ejemplo.mx/',
  'https://hooks.ejemplo.mx/#parte',
  'ftp://hooks.ejemplo.mx/',
  'file:///etc/passwd',
  'no es una dirección',
])('an address that is not plain https is not taken: %s', async (url) => {
  const sender = outside({ 'hooks.ejemplo.mx': ['93.184.216.34'] });
  expect(sender.accepts(url)).toBe(false);
  expect(await sender.send(to(url), message)).toMatchObject({ status: null, fault: 'refused' });
});

// rows: P04
test.each([
  ['this machine by its number', 'https://127.0.0.1/', {}],
  ['this machine in other digits', 'https://2130706433/', {}],
  ['this machine, IPv6', 'https://[::1]/', {}],
  ['mapped into IPv6', 'https://[::ffff:127.0.0.1]/', {}],
  ['a neighbour', 'https://192.168.1.10/', {}],
  ['link-local', 'https://169.254.10.1/', {}],
  ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data', {}],
  ['a name of this machine', 'https://localhost/', { localhost: ['127.0.0.1'] }],
  ['a public name that leads inside', 'https://hooks.ejemplo.mx/', { 'hooks.ejemplo.mx': ['10.1.2.3'] }],
  ['a name with one address inside', 'https://hooks.ejemplo.mx/', { 'hooks.ejemplo.mx': ['93.184.216.34', '10.1.2.3'] }],
  ['a name of a local IPv6 address', 'https://hooks.ejemplo.mx/', { 'hooks.ejemplo.mx': ['fd00::1'] }],
])('nothing is sent to what is not of the public web: %s', async (_, url, names) => {
  const before = receiver.messages.length;
  const sender = outside(names);
  expect(await sender.send(to(url), message)).toMatchObject({ status: null, fault: 'refused' });
  expect(receiver.messages).toHaveLength(before);
  // Where a name leads is not known before.
  expect(sender.accepts(url)).toBe(url.includes('ejemplo'));
});

// rows: P04
test('a name is looked up once for each attempt, and the connection goes to what was looked up: rebinding leads nowhere', async () => {
  const asked: string[] = [];
  const sender = createWebhookSender({
    timeoutMs: 400,
    resolve: async (host) => {
      asked.push(host);
      // A public address the first time (one that never answers), this machine afterwards.
      return asked.length === 1 ? [{ address: '192.88.98.1', family: 4 }] : [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const before = receiver.messages.length;
  const first = await sender.send(to('https://rebind.ejemplo.mx/'), message);
  expect(['timeout', 'unreachable']).toContain(first.fault);
  expect(asked).toHaveLength(1);
  expect(await sender.send(to('https://rebind.ejemplo.mx/'), message)).toMatchObject({ fault: 'refused' });
  expect(receiver.messages).toHaveLength(before);
});

// rows: P04
test('a redirect is an answer like another; an answer is read to a bound, and one that never comes is given up', async () => {
  const permitted = new Set([receiver.host]);
  const sender = createWebhookSender({ permitted });
  const impatient = createWebhookSender({ permitted, timeoutMs: 300 });
  const before = receiver.messages.length;
  receiver.answers = [
    { status: 302, headers: { location: `http://${receiver.host}/otra` } },
    { status: 500, body: 'x'.repeat(5_000_000) },
    { status: 503, headers: { 'retry-after': '120' } },
    'hang',
  ];
  expect(await sender.send(to(receiver.url), message)).toMatchObject({ status: 302, fault: null });
  const long = await sender.send(to(receiver.url), message);
  expect(long).toMatchObject({ status: 500, answer: 'x'.repeat(500) });
  expect(await sender.send(to(receiver.url), message)).toMatchObject({ status: 503, retryAfterMs: 120_000 });
  expect(await impatient.send(to(receiver.url), message)).toMatchObject({ status: null, fault: 'timeout' });
  expect(receiver.messages.slice(before).map(({ path }) => path)).toEqual(Array(4).fill('/avisos?clave=secreta'));
});

test('a name that nobody has, and a port where nobody listens, are told apart', async () => {
  const none = outside(
    {},
    {
      resolve: async () => {
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      },
    },
  );
  expect(await none.send(to('https://no-hay.ejemplo.mx/'), message)).toMatchObject({ fault: 'no-name' });
  const closed = createWebhookSender({ permitted: new Set(['127.0.0.1:1']) });
  expect(await closed.send(to('http://127.0.0.1:1/'), message)).toMatchObject({ fault: 'unreachable' });
});
