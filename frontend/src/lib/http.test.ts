import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, isFailure, send } from './http.ts';
import { askProofBy } from './proof.ts';

/** The school's answers, in order; the last one is repeated. */
let answers: (() => Response | Promise<Response>)[] = [];
const sent: [url: string, init: RequestInit & { headers: Record<string, string> }][] = [];
const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: (typeof sent)[number][1]) => {
    sent.push([url, init]);
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) throw new TypeError('no network');
    return next();
  });
});
afterEach(() => vi.unstubAllGlobals());

const failureOf = async (made: Promise<unknown>) => {
  const error = await made.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isFailure(error)) throw new Error('it did not fail');
  return error;
};

test('a failed call says its status, code, reference and fields, each with the code that the header names', async () => {
  answers = [
    answer(
      400,
      {
        code: 'MALFORMED',
        message: 'No.',
        errors: [
          { path: 'email', message: 'Mal' },
          { path: 'password', message: 'Corta' },
        ],
      },
      { 'x-error-codes': 'INVALID_EMAIL,', 'x-request-id': 'r-1' },
    ),
  ];
  const failure = await failureOf(call(calls.login, { email: '', password: '' }));
  expect(failure).toMatchObject({
    status: 400,
    code: 'MALFORMED',
    message: 'No.',
    reference: 'r-1',
    fields: [
      { path: 'email', message: 'Mal', code: 'INVALID_EMAIL' },
      { path: 'password', message: 'Corta' },
    ],
  });
});

test('without an answer, or with half of one, a call fails as NETWORK', async () => {
  answers = [];
  expect(await failureOf(call(calls.schoolInfo))).toMatchObject({ status: 0, code: 'NETWORK' });
  const broken = () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut off')) });
    return new Response(body, { status: 200 });
  };
  answers = [broken];
  expect(await failureOf(call(calls.schoolInfo))).toMatchObject({ status: 0, code: 'NETWORK' });
});

test('an answer that is not the school’s is a failure, whatever its status', async () => {
  answers = [answer(200, '<html>Entra a la red del hotel</html>')];
  expect(await failureOf(call(calls.schoolInfo))).toMatchObject({ status: 200, code: 'UNKNOWN' });
  answers = [answer(502, '<html>Bad gateway</html>')];
  expect(await failureOf(call(calls.schoolInfo))).toMatchObject({ status: 502, code: 'UNKNOWN' });
});

test('a command that wants proof is sent once more, as it was, when the person has shown it', async () => {
  const forget = askProofBy(async () => true);
  answers = [answer(403, { code: 'PROOF_REQUIRED', message: '' }), answer(200, { message: 'ok' }, { 'x-position': '7' })];
  const given = { id: 7, body: { username: 'ana' } };
  expect(await call(calls.updateUser, given, { key: 'k' })).toEqual({ data: { message: 'ok' }, position: '7' });
  expect(sent.map(([url, { headers, body }]) => [url, headers['idempotency-key'], body])).toEqual([
    ['/api/auth/users/7', 'k', '{"username":"ana"}'],
    ['/api/auth/users/7', 'k', '{"username":"ana"}'],
  ]);
  answers = [answer(403, { code: 'PROOF_REQUIRED', message: '' })];
  expect(await failureOf(call(calls.updateUser, given))).toMatchObject({ code: 'PROOF_REQUIRED' });
  expect(sent).toHaveLength(4);
  forget();
});

test('a file comes as it is, with its marks', async () => {
  answers = [answer(200, '\uFEFFnombre\n', { 'content-type': 'text/csv' })];
  const { data } = await send({ url: '/x' }, { read: (response) => response.blob() });
  expect([...new Uint8Array(await (data as Blob).arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
});

test('a call that nobody answers in time fails as NETWORK', async () => {
  answers = [
    () => {
      throw new DOMException('too late', 'TimeoutError');
    },
  ];
  expect(await failureOf(call(calls.schoolInfo))).toMatchObject({ status: 0, code: 'NETWORK' });
});

test('what was given up is no failure of the network', async () => {
  const controller = new AbortController();
  answers = [
    () => {
      controller.abort();
      throw controller.signal.reason;
    },
  ];
  await expect(call(calls.site, undefined, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

describe('what the page asked before the application ran', () => {
  const url = 'http://localhost:3000/api/cursos/1/edicion';
  const early = (headers: Record<string, string> = { accept: 'application/json' }) => {
    globalThis.first = { call: 'authoringOutline', arg: 1, url, headers, answer: Promise.resolve(new Response('{"de":"antes"}')) };
  };
  beforeEach(() => {
    answers = [answer(200, { de: 'ahora' })];
  });

  test('answers the same read, once', async () => {
    early();
    expect((await send({ url })).data).toEqual({ de: 'antes' });
    expect((await send({ url })).data).toEqual({ de: 'ahora' });
    expect(sent).toHaveLength(1);
  });
  test.each([
    ['another address', { url: `${url}?mas` }, {}],
    ['one that must reflect a position', { url, headers: { 'x-min-position': '9' } }, {}],
    ['one for another person', { url }, { 'x-person': '7' }],
  ])('does not answer %s', async (_, sending, more) => {
    early({ accept: 'application/json', ...more });
    expect((await send(sending)).data).toEqual({ de: 'ahora' });
  });
  test('is old once the same was asked of another moment', async () => {
    early();
    answers = [answer(200, { de: 'entonces' }), answer(200, { de: 'ahora' })];
    expect((await send({ url, headers: { 'x-as-of': '2026-03-01T00:00:00.000Z' } })).data).toEqual({ de: 'entonces' });
    expect((await send({ url })).data).toEqual({ de: 'ahora' });
  });
  test('is old once something was written', async () => {
    early();
    await send({ url: '/api/x', method: 'POST', body: {} });
    expect((await send({ url })).data).toEqual({ de: 'ahora' });
  });
});
