import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('./feed.ts', () => ({ feed: () => ({ socket: { connected: true }, committed: () => undefined, waitFor: async () => true }) }));

interface Sent {
  classId: number;
  completado: boolean;
  hecha: string;
  key: string | null;
}
/** The school's answer for each class that it refuses; every other class is accepted. */
const answers = new Map<number, () => Promise<Response>>();
let sent: Sent[] = [];
const reply = (status: number, code: string) => async () =>
  new Response(JSON.stringify({ code, message: '' }), { status, headers: { 'content-type': 'application/json' } });
const well = reply(200, '');

beforeEach(() => {
  localStorage.clear();
  answers.clear();
  sent = [];
  vi.stubGlobal('fetch', (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const classId = Number(/\/(\d+)\/completar$/.exec(url)?.[1]);
    sent.push({ classId, ...(JSON.parse(body) as Pick<Sent, 'completado' | 'hecha'>), key: headers['idempotency-key'] ?? null });
    return (answers.get(classId) ?? well)();
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A fresh page of the browser: it has nothing of the memory of the page before it. */
const page = async () => {
  vi.resetModules();
  const { makeMark, sendMarks } = await import('./marks.ts');
  const refused: number[] = [];
  return {
    mark: (sessionId: number, done = true) => makeMark({ userId: 7, courseId: 1, sessionId, done }),
    send: (userId = 7) => sendMarks(userId, { refused: ({ sessionId }) => void refused.push(sessionId), late: () => undefined }),
    refused,
  };
};
const kept = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith('aulaviva.marca.'))
    .sort();
const classes = () => sent.map(({ classId }) => classId);

test('a mark is kept before it is sent, and is sent again after a reload: the same command, with the moment it was made', async () => {
  const first = await page();
  answers.set(2, () => Promise.reject(new TypeError('no network')));
  const { key, at } = first.mark(2);
  expect(kept()).toEqual(['aulaviva.marca.7.2']);
  await first.send();
  answers.clear();
  await (await page()).send();
  expect(sent).toEqual([1, 2].map(() => ({ classId: 2, completado: true, hecha: at, key })));
  expect(kept()).toEqual([]);
});

test.each([
  ['fails each time', reply(500, 'INTERNAL')],
  ['is asked for patience', reply(429, 'TOO_MANY_REQUESTS')],
  ['is meant for somebody else', reply(409, 'PERSON_CHANGED')],
  ['hangs until its time is over', () => Promise.reject(new DOMException('', 'TimeoutError'))],
])('one that %s stays, and holds up no other', async (_, answer) => {
  const { mark, send, refused } = await page();
  answers.set(2, answer);
  for (const id of [2, 3]) mark(id);
  await send();
  expect(classes()).toEqual([2, 3]);
  expect([kept(), refused]).toEqual([['aulaviva.marca.7.2'], []]);
});

test.each(['MODULE_LOCKED', 'VIEW_ONLY'])(
  'one that the rules refuse (%s) is told and goes; those of somebody else wait for them',
  async (code) => {
    const { mark, send, refused } = await page();
    answers.set(2, reply(403, code));
    for (const id of [2, 3]) mark(id);
    await send(8);
    expect(sent).toEqual([]);
    await send();
    expect([kept(), refused, classes()]).toEqual([[], [2], [2, 3]]);
  },
);

test('a newer wish made while the older one is under way is sent too, and two pages never send one twice or lose one', async () => {
  const [one, other] = [await page(), await page()];
  let go = () => {};
  answers.set(2, async () => {
    answers.delete(2);
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return well();
  });
  one.mark(2);
  const sending = one.send();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  one.mark(2, false);
  other.mark(3);
  expect(kept()).toEqual(['aulaviva.marca.7.2', 'aulaviva.marca.7.3']);
  void one.send();
  go();
  await sending;
  await other.send();
  expect(sent.map(({ classId, completado }) => [classId, completado])).toEqual([
    [2, true],
    [2, false],
    [3, true],
  ]);
  expect(kept()).toEqual([]);
});
