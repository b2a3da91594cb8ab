import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGradeSender } from '../../backend/integrations/lti/grades.ts';
import type { GradeLine } from '../../backend/integrations/lti/port.ts';

/** What a platform can do to the school that sends it scores, against a platform that these tests start. */

const NOW = new Date('2026-03-02T17:00:00Z');
let origin: string;
let asked: string[] = [];
/** Keeps whoever asks waiting. */
let hangs = false;
let columns: object[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  if (hangs) return;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(path === '/token' ? { access_token: 't' } : columns));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  hangs = false;
  columns = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function sending(timeoutMs: number) {
  const { privateKey } = await generateKeyPair('RS256');
  const permitted = new Set([new URL(origin).host]);
  const sender = createGradeSender(async () => ({ key: privateKey, kid: 'k', alg: 'RS256' }), { permitted, timeoutMs });
  return (subject: string, now = NOW, line: Partial<GradeLine> = {}) =>
    sender.send(
      { clientId: 'c', tokens: `${origin}/token` },
      { graded: 'course-1', label: 'Agentes' },
      { lineItem: `${origin}/columns/7`, lineItems: null, resourceLink: '23', ...line },
      { subject, given: 1, maximum: 2, at: now.toISOString() },
      now,
      new AbortController().signal,
    );
}

// rows: P06
test('a platform that does not answer is left alone for a minute, and then asked for one score, so that a class of it delays nothing else', async () => {
  const send = await sending(300);
  const [later, muchLater] = [new Date(NOW.getTime() + 61_000), new Date(NOW.getTime() + 130_000)];
  hangs = true;
  expect(await send('p-0')).toMatchObject({ fault: 'timeout' });
  const began = performance.now();
  for (let n = 1; n <= 20; n += 1) expect(await send(`p-${n}`)).toMatchObject({ fault: 'timeout' });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(asked).toHaveLength(1);
  const again = await Promise.all(Array.from({ length: 8 }, (_, n) => send(`p-${n}`, later)));
  expect(again.every(({ fault }) => fault === 'timeout')).toBe(true);
  expect(asked).toHaveLength(2);
  hangs = false;
  expect(await send('p-0', muchLater)).toMatchObject({ fault: null });
  expect(await send('p-1', muchLater)).toMatchObject({ fault: null });
});

test('a column whose name is huge is not kept', async () => {
  const send = await sending(5_000);
  columns = [{ id: `${origin}/columns/${'9'.repeat(100_000)}`, resourceId: 'course-1' }];
  expect(await send('p-0', NOW, { lineItem: null, lineItems: `${origin}/columns` })).toMatchObject({ fault: 'line', lineItem: null });
});
