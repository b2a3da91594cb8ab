import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingRecord, WebhookRecord } from '../../backend/api/contract/integrations.ts';
import type { Statement } from '../../events/xapi.ts';
import { join, type Person, settled } from '../support/people.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What learners do as statements of xAPI: asked for, and sent to a learning record store. */

let receiver: Receiver;
let school: School;
let admin: { token: string; id: number };
let analyst: { token: string; id: number };
let ana: Person;
interface Page {
  statements: (Statement & { stored: string; version: string })[];
  more: string;
}
const path = '/api/xapi/statements';
const ENROL = '/api/inscripciones/inscribir';
const get = async (query: string, headers: Record<string, string> = { 'x-experience-api-version': '1.0.3' }, token = analyst.token) => {
  const answer = await school.ask('GET', query.startsWith('/') ? query : `${path}${query}`, { token, headers });
  return { ...answer, page: answer.body as unknown as Page };
};
const all = async (query: string): Promise<Page['statements']> => {
  const found = [];
  for (let next = `${path}${query}`; next !== ''; ) {
    const { page, text, status } = await get(next);
    expect(status, text).toBe(200);
    found.push(...page.statements);
    next = page.more;
  }
  return found;
};
const ADL = 'http://adlnet.gov/expapi/verbs';

beforeAll(async () => {
  receiver = await openReceiver();
  school = await openSchool({ env: { DEMO: 'true', WEBHOOKS: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
  admin = await school.login('admin');
  analyst = await school.login('analista');
  ana = await join(school, 'zenaida', { first_name: 'Zenaida', last_name: 'Ixtlahuaca' });
  await settled(school);
}, 120_000);
afterAll(async () => {
  await school.stop();
  await receiver.close();
});

// rows: M09
test('statements are asked for by time, verb, activity, agent and registration, page by page without a gap; each is the same whenever it is asked for', async () => {
  // What follows from the demo by itself may still be written while it is read.
  const [every, again] = await until(async () => {
    const [newestFirst, oldestFirst] = [await all('?limit=90'), await all('?ascending=true')];
    return newestFirst.length === oldestFirst.length && ([newestFirst, oldestFirst] as const);
  }, 'the demo to be at rest');
  expect(new Set(every.map(({ id }) => id)).size).toBe(every.length);
  expect([...every].reverse()).toEqual(again);
  for (const { id, actor, verb, object, timestamp } of every) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(actor).toEqual({ objectType: 'Agent', account: { homePage: 'http://localhost:3000/', name: expect.stringMatching(/^\d+$/) } });
    for (const address of [verb.id, object.id, object.definition.type]) expect(URL.canParse(address), address).toBe(true);
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
  }
  const verbs = new Set(every.map(({ verb }) => verb.id));
  for (const verb of ['registered', 'experienced', 'completed', 'attempted', 'passed', 'failed', 'commented', 'scored'])
    expect(verbs, verb).toContain(`${ADL}/${verb}`);
  const passed = await all(`?verb=${encodeURIComponent(`${ADL}/passed`)}`);
  expect(passed).toEqual(every.filter(({ verb }) => verb.id === `${ADL}/passed`));
  for (const { result } of passed) expect(result).toMatchObject({ success: true, completion: true, score: { scaled: expect.any(Number) } });
  expect(await all(`?verb=${encodeURIComponent('http://example.com/nothing')}`)).toEqual([]);
  const one = passed[0];
  const narrowed = async (by: Record<string, string>) => all(`?${new URLSearchParams(by)}`);
  expect(await narrowed({ activity: one?.object.id ?? '' })).toEqual(every.filter(({ object }) => object.id === one?.object.id));
  const registration = String(one?.context['registration']);
  expect(await narrowed({ registration })).toEqual(every.filter(({ context }) => context['registration'] === registration));
  const hers = every.filter(({ actor }) => actor.account.name === one?.actor.account.name);
  expect(await narrowed({ agent: JSON.stringify(one?.actor), limit: '7' })).toEqual(hers);
  expect(await narrowed({ agent: JSON.stringify(one?.actor), verb: `${ADL}/passed`, limit: '1' })).toEqual(
    hers.filter(({ verb }) => verb.id === `${ADL}/passed`),
  );
  expect(await narrowed({ agent: '{"mbox":"mailto:nadie@example.com"}' })).toEqual([]);
  const middle = every[Math.floor(every.length / 2)]?.timestamp ?? '';
  const since = await all(`?since=${encodeURIComponent(middle)}`);
  const before = await all(`?until=${encodeURIComponent(middle)}`);
  expect(since.every(({ timestamp }) => timestamp > middle)).toBe(true);
  expect(before.every(({ timestamp }) => timestamp <= middle)).toBe(true);
  expect(since.length + before.length).toBe(every.length);
  // What one collects anew begins after what one has.
  const last = every[0]?.timestamp ?? '';
  expect(await all(`?since=${encodeURIComponent(last)}`)).toEqual([]);
});

// rows: M09
test('the version of xAPI is that which is asked for; what xAPI does not know is refused', async () => {
  const one = await get('?limit=1');
  expect(one.headers.get('x-experience-api-version')).toBe('1.0.3');
  // What is being written has the time at which its call began.
  expect(Date.parse(one.headers.get('x-experience-api-consistent-through') ?? '')).toBeLessThanOrEqual(Date.now() - 60_000);
  expect(one.page.statements[0]).toMatchObject({ version: '1.0.0', authority: { account: { name: 'aulaviva' } } });
  const two = await get('?limit=1', { 'x-experience-api-version': '2.0.0' });
  expect([two.headers.get('x-experience-api-version'), two.page.statements[0]?.version]).toEqual(['2.0.0', '2.0.0']);
  expect((await get('', { 'x-experience-api-version': '0.95' })).status).toBe(400);
  for (const query of [
    '?since=ayer',
    '?limit=-1',
    '?limit=x',
    '?verb=',
    '?agent=%7B%7D',
    '?agent=x',
    '?activity=x',
    '?statementId=x',
    '?ascending=1',
    '?cursor=zz',
  ])
    expect((await get(query)).status, query).toBe(400);
  expect((await get('?limit=100000')).page.statements.length).toBeLessThanOrEqual(100);
});

// rows: M09
test('people are their numbers; no name, mail, word or code stands in any statement; only who reads the log may ask', async () => {
  const text = JSON.stringify(await all(''));
  for (const name of ['Zenaida', 'Ixtlahuaca', '@', 'cifrado', 'AV-']) expect(text).not.toContain(name);
  const registered = (await all(`?verb=${encodeURIComponent(`${ADL}/registered`)}`)).filter(
    ({ actor }) => actor.account.name === String(ana.id),
  );
  expect(registered).toMatchObject([{ object: { id: 'http://localhost:3000/' } }]);
  for (const token of [ana.token, (await school.login('instructor')).token]) expect((await get('', {}, token)).body.code).toBe('FORBIDDEN');
  expect((await school.ask('GET', path)).status).toBe(401);
});

// rows: M09, P04
test('a learning record store is sent each statement, the same that is asked for; one that it has counts as arrived', async () => {
  const base = receiver.url.split('/avisos')[0];
  const body = { nombre: 'LRS', direccion: `${base}/xapi`, formato: 'xapi', tipos: null, autorizacion: 'Basic bHJzOnNlY3JldG8=' };
  const post = (at: string, sent: unknown = {}) => school.ask('POST', at, { token: admin.token, body: sent });
  expect((await post('/api/webhooks', { ...body, tipos: ['CourseRenamed'] })).body.code).toBe('EVENT_TYPE_UNKNOWN');
  const made = await post('/api/webhooks', body);
  expect(made.status, made.text).toBe(201);
  const id = String(made.body['id']);
  const hooks = async () => {
    await settled(school);
    return (await school.ask('GET', '/api/webhooks', { token: admin.token })).body['webhooks'] as WebhookRecord[];
  };
  expect((await hooks()).find((one) => one.id === id)).toMatchObject({ formato: 'xapi', tipos: null });

  expect((await post(`/api/webhooks/${id}/probar`)).body).toMatchObject({ llego: true, estado: 200 });
  expect(receiver.messages[0]).toMatchObject({
    path: '/xapi/statements',
    headers: { 'x-experience-api-version': '1.0.3', authorization: 'Basic bHJzOnNlY3JldG8=' },
    body: { actor: { account: { name: 'aulaviva' } } },
  });

  // It has the statement already.
  receiver.answers.push(409);
  const enrolled = await school.ask('POST', ENROL, { token: ana.token, body: { id_usuario: ana.id, id_curso: 1 } });
  expect(enrolled.status, enrolled.text).toBeLessThan(300);
  const sent = () => receiver.messages.slice(1).map(({ body: one }) => one as unknown as Statement);
  await until(() => sent().length >= 1, 'the statement');
  expect(sent()[0]).toMatchObject({
    actor: { account: { name: String(ana.id) } },
    ...{ verb: { id: `${ADL}/registered` }, object: { id: 'http://localhost:3000/xapi/course/1' } },
  });
  const [asked] = (await all(`?verb=${encodeURIComponent(`${ADL}/registered`)}&limit=1`)) as (Page['statements'][number] & {
    authority?: unknown;
  })[];
  const { stored: _, authority: __, version: ___, ...same } = asked ?? ({} as never);
  expect(sent()[0]).toEqual(same);
  await until(async () => (await hooks()).find((one) => one.id === id)?.ultimo?.llego === true, 'it to count as arrived');
  expect((await hooks()).find((one) => one.id === id)?.esperando).toBe(0);
  // What is no statement is not sent.
  await school.ask('PUT', '/api/cursos/cursos/2', { token: admin.token, body: { nombre: 'Otro nombre' } });
  await settled(school);
  expect(sent().every(({ verb }) => verb.id.startsWith('http'))).toBe(true);
  await post(`/api/webhooks/${id}/quitar`);
});

// rows: M09
test('which statement each event is stands in the catalogue', async () => {
  const catalogue = (await school.ask('GET', '/api/webhooks/catalogo', { token: admin.token })).body as unknown as OutgoingRecord[];
  const mapped = Object.fromEntries(catalogue.flatMap(({ tipo, xapi }) => (xapi ? [[tipo, xapi.verbos]] : [])));
  expect(mapped).toMatchObject({
    ...{ LearnerEnrolled: [`${ADL}/registered`], ClassCompleted: [`${ADL}/completed`], AttemptGraded: [`${ADL}/passed`, `${ADL}/failed`] },
    ...{ ModuleUnlocked: [`${ADL}/progressed`], CommentPosted: [`${ADL}/commented`] },
  });
  expect(mapped).not.toHaveProperty('CourseRenamed');
});
