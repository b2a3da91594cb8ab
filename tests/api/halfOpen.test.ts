import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, picture } from '../support/images.ts';
import { join } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

let school: School;
beforeAll(async () => {
  // Long enough for complete calls, however busy the machine.
  school = await openSchool({ bodyPatienceMs: 4_000 });
}, 60_000);
afterAll(() => school.stop());

/** Sends the head of a call and the beginning of its body, and keeps the connection open. Answers what was received until the school closed it. */
const held = (call: string, token: string, type: string, beginning: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(school.url).port), '127.0.0.1');
    let answered = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answered += piece;
    });
    socket.once('error', reject).once('close', () => resolve(answered));
    const head = [`POST ${call} HTTP/1.1`, `Host: ${new URL(school.url).host}`, `Authorization: Bearer ${token}`, `Content-Type: ${type}`];
    socket.write(`${[...head, 'Content-Length: 5000'].join('\r\n')}\r\n\r\n${beginning}`);
  });

test('a request body that never ends is given up, on every call; nothing is done, and nothing of it is kept', async () => {
  const { token } = await join(school, 'a_medias');
  const part = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0001\u0002';
  const upload = '/api/files/upload?bucket=img_perfiluser';
  const ended = await Promise.all([
    held('/api/cuenta/visibilidad', token, 'application/json', '{"campo":'),
    held('/api/auth/login', token, 'application/json', ''),
    held(upload, token, 'multipart/form-data; boundary=x', part),
    held(upload, token, 'multipart/form-data; boundary=x', part),
  ]);
  for (const answer of ended) expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  const incoming = path.join(school.dataDir, 'incoming');
  await until(() => !existsSync(incoming) || readdirSync(incoming).length === 0, 'what had come to be gone');
  // The two forms that a person may send at once are free again.
  const body = form([{ content: await picture('png') }]);
  const sent = await fetch(`${school.url}${upload}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  expect(sent.status).toBe(200);
});
