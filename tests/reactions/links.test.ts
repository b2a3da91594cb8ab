import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { AGAIN_MS, createLinks, externalLinks } from '../../backend/commands/catalogue/links.ts';
import { checkLinks } from '../../backend/commands/reactions/links.ts';
import { createLinkChecker } from '../../backend/integrations/links/checker.ts';
import { openDomain, publishedCourse } from '../support/domain.ts';

/** The school's own checks of links in courses: what is recorded, when, and what never is. */

const DAY_MS = 24 * 3_600_000;

async function setUp() {
  const domain = await openDomain();
  const asked: string[] = [];
  let atOnce = 0;
  let most = 0;
  /** Path → status; 200 where none is named. */
  const says = new Map<string, number>();
  const server = createServer((request, response) => {
    most = Math.max(most, ++atOnce);
    response.on('close', () => atOnce--);
    asked.push(`${request.method} ${request.url}`);
    // A moment later: others may be under way.
    setImmediate(() => response.writeHead(says.get(request.url ?? '') ?? 200).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Names that nobody has. */
  const lost = new Set<string>();
  const checker = createLinkChecker({
    timeoutMs: 2_000,
    permitted: new Set([`127.0.0.1:${port}`]),
    async resolve(host) {
      if (lost.has(host) || lost.has('*')) throw Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const links = createLinks(domain.commands, domain.vault);
  const { courseId, modules } = await publishedCourse(domain, [1]);
  const classId = modules[0]?.classIds[0] ?? 0;
  const moduleId = modules[0]?.moduleId ?? 0;
  const url = (host: string, path: string) => `http://${host}.prueba:${port}${path}`;
  const add = async (address: string) =>
    (await domain.authoring.addResource(courseId, moduleId, classId, { title: 'R', url: address, kind: 'document' }, domain.context()))
      .resourceId;
  const places = async () => externalLinks((await domain.commands.load(course, courseId)).state);
  const round = async () => checkLinks(links, checker, await places(), domain.clock.now);
  const later = (ms: number) => {
    domain.clock.advance(ms);
    return round();
  };
  const facts = (resourceId: number) => domain.types(`link-${resourceId}`);
  const change = (resourceId: number, address: string) =>
    domain.authoring.change(courseId, { type: 'changeResource', resourceId, url: address }, domain.context());
  return { domain, asked, says, lost, links, courseId, url, add, places, round, later, facts, change, most: () => most, checker };
}

// rows: C10
test('404 twice, some minutes apart, is a fact; that it works again is one too; nothing in between', async () => {
  const { domain, says, add, url, round, later, facts } = await setUp();
  const id = await add(url('casa', '/guia'));
  says.set('/guia', 404);
  expect(await round()).toEqual({ checked: 1, said: 0, doubted: false });
  // Too soon: not even looked at.
  expect(await later(AGAIN_MS - 1)).toMatchObject({ checked: 0 });
  expect(await later(1)).toEqual({ checked: 1, said: 1, doubted: false });
  expect(await domain.events(`link-${id}`)).toMatchObject([
    {
      type: 'ResourceLinkBroke',
      data: { resourceId: id, reason: 'not-found', link: url('casa', '/guia') },
      meta: { actor: { role: 'system' } },
    },
  ]);
  expect(await later(DAY_MS)).toMatchObject({ checked: 1, said: 0 });
  says.delete('/guia');
  expect(await later(DAY_MS)).toMatchObject({ checked: 1, said: 1 });
  expect(await later(DAY_MS)).toMatchObject({ checked: 1, said: 0 });
  says.set('/guia', 410);
  await later(DAY_MS);
  await later(AGAIN_MS);
  expect(await facts(id)).toEqual(['ResourceLinkBroke', 'ResourceLinkRecovered', 'ResourceLinkBroke']);
});

// rows: C10
test('videos of modules, classes and subtopics are looked at like resources: one address once, wherever in the course it stands', async () => {
  const { domain, asked, says, courseId, url, round, later, places } = await setUp();
  const gone = url('videos', '/ido');
  const { state } = await domain.commands.load(course, courseId);
  const [module] = state.modules;
  const classId = module?.classes[0]?.classId ?? 0;
  const edit = (command: Parameters<typeof domain.authoring.change>[1]) => domain.authoring.change(courseId, command, domain.context());
  await edit({ type: 'changeModule', moduleId: module?.moduleId ?? 0, videoUrl: gone });
  await edit({ type: 'changeClass', classId, videoUrl: gone });
  expect(await places()).toEqual([{ courseId, link: gone }]);
  says.set('/ido', 404);
  expect(await round()).toEqual({ checked: 1, said: 0, doubted: false });
  expect(await later(AGAIN_MS)).toEqual({ checked: 1, said: 1, doubted: false });
  expect(await domain.events(`videolinks-${courseId}`)).toMatchObject([
    { type: 'VideoLinkBroke', data: { courseId, link: gone, reason: 'not-found' }, meta: { actor: { role: 'system' } } },
  ]);
  // Not while it is known, and not for a day.
  expect(await later(DAY_MS)).toMatchObject({ checked: 1, said: 0 });
  says.delete('/ido');
  expect(await later(DAY_MS)).toMatchObject({ checked: 1, said: 1 });
  expect(await domain.types(`videolinks-${courseId}`)).toEqual(['VideoLinkBroke', 'VideoLinkRecovered']);
  // Of what stands in the course no more nothing is asked, nor said.
  const before = asked.length;
  await edit({ type: 'changeModule', moduleId: module?.moduleId ?? 0, videoUrl: null });
  await edit({ type: 'changeClass', classId, videoUrl: null });
  expect([await later(DAY_MS), asked.length]).toEqual([{ checked: 0, said: 0, doubted: false }, before]);
});

test('403, 429, 500 and the like are never a dead link, and end a row of failures', async () => {
  const { says, add, url, round, later, facts } = await setUp();
  const id = await add(url('casa', '/x'));
  for (const status of [403, 401, 429, 500, 503]) {
    says.set('/x', status);
    await later(DAY_MS);
    await later(DAY_MS);
  }
  says.set('/x', 404);
  await later(DAY_MS);
  says.set('/x', 500);
  await later(AGAIN_MS);
  says.set('/x', 404);
  await later(DAY_MS);
  expect(await facts(id)).toEqual([]);
  await later(AGAIN_MS);
  expect(await facts(id)).toEqual(['ResourceLinkBroke']);
  // What is broken stays so while nothing can be told.
  says.set('/x', 503);
  await later(DAY_MS);
  expect(await facts(id)).toEqual(['ResourceLinkBroke']);
  expect((await round()).checked).toBe(0);
});

test('once a day each, a few at once, and no more than forty in one round', async () => {
  const { add, url, round, later, asked, most } = await setUp();
  for (let i = 0; i < 45; i++) await add(url(`casa${i % 7}`, `/${i}`));
  expect(await round()).toMatchObject({ checked: 40 });
  expect(most()).toBeLessThanOrEqual(4);
  expect(await round()).toMatchObject({ checked: 5 });
  expect(new Set(asked).size).toBe(45);
  expect(await later(DAY_MS - 1)).toMatchObject({ checked: 0 });
  expect(await later(1)).toMatchObject({ checked: 40 });
});

test('a link that its author changes is another one; what was seen of the first is forgotten', async () => {
  const { domain, says, add, url, places, later, round, facts, change, links, checker } = await setUp();
  const id = await add(url('casa', '/viejo'));
  says.set('/viejo', 404);
  await round();
  const [before] = await places();
  await change(id, url('casa', '/nuevo'));
  // The second check of the old address, begun before the change, ends after it and is dropped.
  domain.clock.advance(AGAIN_MS);
  if (!before) throw new Error('no place');
  expect(await links.observe(before, await checker.check(before.link), domain.clock.now())).toEqual({ state: 'gone', position: null });
  expect(await facts(id)).toEqual([]);
  says.set('/nuevo', 404);
  await later(0);
  expect(await facts(id)).toEqual([]);
  await later(AGAIN_MS);
  expect(await facts(id)).toEqual(['ResourceLinkBroke']);
  await domain.authoring.change((await places())[0]?.courseId ?? 0, { type: 'removeResource', resourceId: id }, domain.context());
  await later(DAY_MS);
  expect(await domain.vault.list('links', '')).toEqual([]);
});

test('a name that nobody has any more is a dead link, where the school’s other names are found', async () => {
  const { lost, add, url, round, later, facts } = await setUp();
  const ids = [];
  for (const host of ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis']) ids.push(await add(url(host, '/')));
  lost.add('dos.prueba');
  expect(await round()).toMatchObject({ doubted: false });
  // Only this link is due; that the others work shows that the network is up.
  expect(await later(AGAIN_MS)).toEqual({ checked: 1, said: 1, doubted: false });
  expect(await facts(ids[1] ?? 0)).toEqual(['ResourceLinkBroke']);
  expect(await facts(ids[0] ?? 0)).toEqual([]);
});

test('without a network nothing is said: neither where most names fail, nor where the only ones do', async () => {
  const { domain, lost, add, url, round, later, facts } = await setUp();
  const first = await add(url('uno', '/'));
  lost.add('*');
  for (let i = 0; i < 4; i++) expect(await later(AGAIN_MS)).toEqual({ checked: 1, said: 0, doubted: true });
  const ids = [first];
  for (const host of ['dos', 'tres', 'cuatro', 'cinco', 'seis']) ids.push(await add(url(host, '/')));
  for (let i = 0; i < 4; i++) expect(await later(AGAIN_MS)).toEqual({ checked: 6, said: 0, doubted: true });
  lost.delete('*');
  for (const host of ['uno', 'dos', 'tres', 'cuatro']) lost.add(`${host}.prueba`);
  expect(await later(AGAIN_MS)).toMatchObject({ doubted: true });
  for (const id of ids) expect(await facts(id)).toEqual([]);
  // Nothing was noted but that two of them work: the next round looks at the others.
  expect((await domain.vault.list('links', '')).length).toBe(2);
  lost.clear();
  expect(await round()).toEqual({ checked: 4, said: 0, doubted: false });
});

test('a look that was noted only half says nothing twice', async () => {
  const { domain, says, add, url, round, later, facts } = await setUp();
  const id = await add(url('casa', '/x'));
  says.set('/x', 404);
  await round();
  const kept = await domain.vault.get<object>('links', String(id));
  await later(AGAIN_MS);
  // The process died between the fact and its note.
  await domain.vault.put('links', String(id), kept?.value);
  await round();
  expect(await facts(id)).toEqual(['ResourceLinkBroke']);
});

test('links within the school and those that are none are not looked at', async () => {
  const { add, round } = await setUp();
  for (const address of ['/api/files/x', 'mailto:a@b.mx', 'ejemplo.mx', 'ftp://ejemplo.mx/x', 'http://', '']) await add(address);
  expect(await round()).toMatchObject({ checked: 0 });
});
