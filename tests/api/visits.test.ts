import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SchoolFigures } from '../../backend/api/contract/figures.ts';
import { createVisits, visitSource } from '../../backend/api/plugins/visits.ts';
import { textsOf } from '../../frontend/texts.ts';
import { joinAs, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

const folders = ['dist', 'data'].map((name) => mkdtempSync(path.join(tmpdir(), `aulaviva-visits-${name}-`))) as [string, string];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const arrival = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', 'user-agent': BROWSER };
const direct = { ...arrival, 'sec-fetch-site': 'none' };

test('a visit is who comes from elsewhere, by what the browser says of the request; from where is one of five', () => {
  const of = (headers: Record<string, string>, url = '/', method = 'GET') => visitSource({ method, url, headers });
  expect(of(direct)).toBe('direct');
  for (const host of ['www.google.com.mx', 'google.com', 'duckduckgo.com', 'search.yahoo.com'])
    expect(of({ ...arrival, referer: `https://${host}/` })).toBe('search');
  for (const host of ['l.facebook.com', 't.co', 'www.linkedin.com']) expect(of({ ...arrival, referer: `https://${host}/` })).toBe('social');
  for (const referer of ['https://notgoogle.com.evil/', 'https://blog.ejemplo.mx/x', 'no'])
    expect(of({ ...arrival, referer })).toBe('other');
  expect(of({ ...arrival, referer: 'https://www.google.com/' }, '/shop?utm_source=boletin')).toBe('campaign');
  expect(of(arrival)).toBe('other');
  for (const none of [
    { ...arrival, 'sec-fetch-site': 'same-origin' },
    { ...arrival, 'sec-fetch-dest': 'iframe' },
    { ...direct, 'cache-control': 'max-age=0' },
    { ...direct, 'sec-purpose': 'prefetch;prerender' },
    { ...direct, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    { 'user-agent': BROWSER },
    {},
  ])
    expect(of(none as Record<string, string>)).toBeNull();
  expect(of(direct, '/', 'HEAD')).toBeNull();
});

// rows: J05
test('visits of public pages are counted by day and source, without a cookie; they outlast the process, and are no more events the more there are', async () => {
  const [dist, dataDir] = folders;
  writeFileSync(
    path.join(dist, 'index.html'),
    '<!doctype html><html lang="es-MX"><head><title></title></head><body><div id="root"></div></body></html>',
  );
  const site = { ...textsOf('site'), ...textsOf('below') };
  writeFileSync(
    path.join(dist, 'pages.json'),
    JSON.stringify({ ...textsOf('seo'), site, nav: (textsOf('common') as { nav: object }).nav }),
  );
  const first = await openSchool({ dataDir, keep: true, dist });
  const admin = await joinAs(first, 'directora', 'administrator');
  // As a browser sends them: `fetch` of Node writes such headers itself.
  const come = async (url: string, headers: Record<string, string>) =>
    (await first.running.app?.http.inject({ method: 'GET', url, headers }))?.headers['set-cookie'];
  for (let times = 0; times < 20; times++) expect(await come('/', direct)).toBeUndefined();
  await come('/pricing', { ...arrival, referer: 'https://www.google.com/' });
  await come('/list-courses?utm_campaign=beca', arrival);
  // Not public, no page, somebody with a session, and within the school.
  for (const address of ['/admin/users', '/no-such-page', '/api/health']) await come(address, direct);
  await come('/', { ...direct, cookie: 'aulaviva=x' });
  await come('/', { ...arrival, 'sec-fetch-site': 'same-origin' });
  await first.stop();

  const school: School = await openSchool({ dataDir, keep: true });
  await settled(school);
  const { token } = await school.login(admin.email, 'Segura-2026!');
  const { visitas } = (await school.ask('GET', '/api/cifras', { token })).body as unknown as SchoolFigures;
  expect(visitas.origenes).toEqual([
    { id: 'directas', valor: 20 },
    { id: 'buscadores', valor: 1 },
    { id: 'redes', valor: 0 },
    { id: 'campanas', valor: 1 },
    { id: 'otros', valor: 0 },
  ]);
  const events = [];
  for await (const event of school.running.deps.commands.log.readAll(null, { types: ['VisitsCounted'] })) events.push(event);
  expect(events).toHaveLength(1);
  // Of nobody: a day and five numbers, by the school itself.
  expect(Object.keys(events[0]?.data ?? {}).sort()).toEqual(['campaign', 'date', 'direct', 'other', 'search', 'social']);
  expect(events[0]?.meta).toMatchObject({ actor: { userId: null, role: 'system' } });
  expect(events[0]?.meta.origin).toBeUndefined();
  await school.stop();
});

test('visits whose append was not answered are counted once: they are sent again as the same command', async () => {
  const school = await openSchool();
  const { deps } = school.running;
  let lost = true;
  const commands: typeof deps.commands = {
    ...deps.commands,
    async handle(...given) {
      const done = await deps.commands.handle(...given);
      if (lost) throw new Error('no answer came');
      return done;
    },
  };
  const visits = createVisits({ ...deps, commands });
  visits.note({ method: 'GET', url: '/', headers: direct });
  await visits.record();
  lost = false;
  visits.note({ method: 'GET', url: '/', headers: direct });
  await visits.stop();
  const counted = [];
  for await (const event of deps.commands.log.readAll(null, { types: ['VisitsCounted'] }))
    counted.push((event.data as { direct: number }).direct);
  expect(counted).toEqual([1, 1]);
  await school.stop();
});
