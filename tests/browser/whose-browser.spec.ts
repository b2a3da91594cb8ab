import { chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';
import { expect, fileOf, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, enrol, ok, setPublished, standingOf } from './school-calls.ts';
import { sessionState } from './signedIn.ts';

/** One browser, one person: what was somebody's page is nobody else's, and what they made is never sent for another. */

/** What a browser itself writes while nobody answers, and of connections that a page which is left takes with it. */
const unreachable = /^console: (WebSocket connection to|Failed to load resource: net::ERR_)/;

/** Signs in on a page of the application's own form, which stands at /login. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(`${name}@demo.mx`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
/** Waits until the page looks out for whose it is: that part comes after the first paint. */
async function watched(page: Page, path: string): Promise<void> {
  const guard = page.waitForResponse(`**${fileOf('app/idle-guard.tsx')}`);
  await page.goto(path);
  await guard;
  await page.waitForFunction(() => localStorage.getItem('aulaviva.actividad') !== null);
}

test('a page that the browser kept whole for «Back» shows nobody who left, and is whole for who stayed', { tag: NIGHT }, async ({
  school,
}) => {
  const executablePath = findBrowser({ whole: true });
  if (!executablePath) process.stdout.write('no browser here keeps pages whole: on «Back» they are asked for again\n');
  const browser = await chromium.launch({
    ...(executablePath && { executablePath, headless: false }),
    args: [...browserArgs, ...(executablePath ? ['--headless=new', '--enable-features=BackForwardCache'] : [])],
    // Playwright disables the back-forward cache, which people's browsers use.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const { token } = await school.login('estudiante');
    const context = await browser.newContext({
      baseURL: school.url,
      locale: 'es-MX',
      serviceWorkers: 'block',
      storageState: sessionState(school.url, token),
    });
    const page = await context.newPage();
    // What can be seen of a page that was kept, in the moment in which it is shown again.
    const kept: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('kept:')) kept.push(message.text());
    });
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => {
        // biome-ignore lint/suspicious/noConsole: the way out of a page that is about to be loaded afresh
        // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is no text of it
        if (persisted) console.log(`kept: ${location.pathname} ${document.body.innerText}`);
      }),
    );
    const back = async (path: string) => {
      for (let steps = 0; steps < 4 && !page.url().endsWith(path); steps += 1) await page.goBack({ waitUntil: 'commit' });
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.locator('.person-name')).toBeVisible();
    };
    await watched(page, '/profile');
    await expect(page.getByRole('main').getByText('estudiante@demo.mx')).toBeVisible();
    await page.locator('.profile-preferences').getByRole('button', { name: 'Salir' }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, 'premium');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await back('/profile');
    await expect(page.getByText('estudiante@demo.mx')).toHaveCount(0);
    await expect(page.getByRole('main').getByText('premium@demo.mx')).toBeVisible();
    expect(kept.filter((text) => /estudiante@demo\.mx|Carlos/.test(text))).toEqual([]);
    expect(kept.length > 0).toBe(executablePath !== null);

    // Left and come back to by who it is of.
    const before = kept.length;
    await page.goto('/pricing');
    await back('/profile');
    await expect(page.getByRole('main').getByText('premium@demo.mx')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'En vivo' })).toBeVisible();
    expect(kept.length > before).toBe(executablePath !== null);
  } finally {
    await browser.close();
  }
});

test('who logs out without a network is out, and that goes before anything is written once there is one', async ({
  browse,
  school,
  trouble,
}) => {
  trouble.allow(unreachable);
  const context = await browse('estudiante');
  const page = await context.newPage();
  await watched(page, '/profile');
  // Whatever is written from here on, by whichever page of this browser.
  const written = new Set<string>();
  context.on('request', (request) => {
    if (request.method() !== 'GET') written.add(new URL(request.url()).pathname);
  });
  await context.route('**/api/auth/logout', (route) => route.abort('internetdisconnected'));
  await page.locator('.profile-preferences').getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  // The cookie is still the session's, and the guard goes by what is owed.
  expect((await context.request.get(`${school.url}/api/auth/sesion`)).status()).toBe(200);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);

  await context.unroute('**/api/auth/logout');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await context.request.get(`${school.url}/api/auth/sesion`)).status()).toBe(401);
  expect([...written]).toEqual(['/api/auth/logout']);
});

test('a mark that A made without a network is not sent with the cookie of B, who signs in beside; A’s page starts anew', async ({
  browse,
  school,
  trouble,
}) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const other = await school.login('premium');
  const doneBy = async (who: typeof student) => (await standingOf(school, who, 1)).sesionesCompletadas;
  const before = { mine: await doneBy(student), others: await doneBy(other) };
  const context = await browse('estudiante');
  const mine = await context.newPage();
  await watched(mine, '/courses?courseId=1&modulo=2');
  const sent: { status: number; person: string | undefined }[] = [];
  await context.route('**/marcarComoCompletada/**', (route) => route.abort('internetdisconnected'));
  const tick = mine.locator('.tick input').nth(1);
  const step = (await tick.isChecked()) ? -1 : 1;
  await tick.click();
  await expect.poll(() => mine.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('aulaviva.marca.')).length)).toBe(1);

  // B signs in beside: with the cookie of the whole browser, as a page that A has left open does not see it happen.
  const beside = await context.newPage();
  context.on('response', (response) => {
    if (response.url().includes('marcarComoCompletada'))
      sent.push({ status: response.status(), person: response.request().headers()['x-person'] });
  });
  const anew = mine.waitForEvent('load');
  await context.addCookies(sessionState(school.url, other.token).cookies);
  await context.unroute('**/marcarComoCompletada/**');
  await beside.goto('/dashboard');
  await expect(beside.getByRole('heading', { level: 1 })).toBeVisible();
  await anew;
  await expect(mine.getByText('estudiante@demo.mx')).toHaveCount(0);
  // No mark was sent as B's, and A's wait for A.
  expect(sent.filter(({ status }) => status < 400)).toEqual([]);
  expect(await mine.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('aulaviva.marca.')).length)).toBe(1);
  expect({ mine: await doneBy(student), others: await doneBy(other) }).toEqual(before);

  // Back as A, it goes by itself. The page that is beginning anew may end this navigation.
  await context.addCookies(sessionState(school.url, student.token).cookies);
  await expect(() => mine.goto('/dashboard')).toPass();
  await expect.poll(() => doneBy(student), { timeout: 60_000 }).toBe(before.mine + step);
  expect(await doneBy(other)).toBe(before.others);
});

test('marks of two tabs outlive a call that hangs, one that is refused and a reload, each as the command that it was', {
  tag: NIGHT,
}, async ({ browse, school, trouble }) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const author = await school.login('instructor');
  const { id, modules } = await draftCourse(school, author, 'Marcas que no se pierden', [
    [{ title: 'La que se cuelga' }, { title: 'La que no se acepta' }, { title: 'La de atrás' }],
  ]);
  await setPublished(school, await school.login('admin'), id, true);
  await enrol(school, student, id);
  const [hangs, refused, behind] = (modules[0]?.classes ?? []).map((one) => one.id);
  const classOf = (url: string) => Number(/marcarComoCompletada\/\d+\/(\d+)/.exec(url)?.[1]);
  /** What was asked for each class: the command's key, and the moment at which it was made. */
  const asked = new Map<number, Set<string>>();
  let hanging = true;
  const context = await browse('estudiante');
  await context.route('**/marcarComoCompletada/**', async (route) => {
    const classId = classOf(route.request().url());
    const { hecha } = route.request().postDataJSON() as { hecha: string };
    const command = `${route.request().headers()['idempotency-key']} ${hecha}`;
    asked.set(classId, (asked.get(classId) ?? new Set()).add(command));
    if (!hanging) await route.continue();
  });
  const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('aulaviva.marca.')).length);
  const tab = async () => {
    const page = await context.newPage();
    await page.goto(`/courses?courseId=${id}&modulo=${modules[0]?.id}`);
    await live(page);
    return page;
  };
  const first = await tab();
  const second = await tab();
  const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Completada: ${title}` });
  await tick(first, 'La que se cuelga').click();
  await expect.poll(() => asked.size).toBe(1);
  await tick(second, 'La que no se acepta').click();
  await tick(second, 'La de atrás').click();
  await expect.poll(() => kept(second)).toBe(3);
  // One tab at a time sends: what the other made waits for the call that hangs.
  expect([...asked.keys()]).toEqual([hangs]);

  await ok(school, 'DELETE', `/api/sesiones/deleteSesion/${refused}`, { token: author.token });
  hanging = false;
  await first.reload();
  await expect(tick(first, 'La que se cuelga')).toBeChecked();
  await expect.poll(() => kept(second)).toBe(0);
  for (const page of [first, second]) {
    await expect(tick(page, 'La que se cuelga')).toBeChecked();
    await expect(tick(page, 'La de atrás')).toBeChecked();
    await expect(tick(page, 'La que no se acepta')).toHaveCount(0);
  }
  expect((await standingOf(school, student, id)).completadas.map(({ id_sesion }) => id_sesion).sort()).toEqual([hangs, behind].sort());
  expect([...asked.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
});

test('an older answer takes no newer one’s place; whose session ended while the line was away is told, and a course given back comes back', {
  tag: NIGHT,
}, async ({ browse, visitor, school, trouble }) => {
  trouble.allow(unreachable);
  const author = await school.login('instructor');
  const admin = await school.login('admin');
  const student = await school.login('estudiante');
  const { id, modules } = await draftCourse(school, author, 'Respuestas que llegan tarde', [[{ title: 'Como era' }]]);
  await setPublished(school, admin, id, true);
  await enrol(school, student, id);
  const classId = modules[0]?.classes[0]?.id;
  const rename = (titulo: string) => ok(school, 'PUT', `/api/sesiones/updateSesion/${classId}`, { token: author.token, body: { titulo } });
  const context = await browse(student);
  const page = await context.newPage();
  await page.goto(`/courses?courseId=${id}&modulo=${modules[0]?.id}&sesion=${classId}`);
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
  await expect(heading('Como era')).toBeVisible();
  await live(page);
  await mark(page);

  // The answer to the first change is held up until the second one is told.
  let release = () => {};
  const second = new Promise<void>((go) => {
    release = go;
  });
  let held = 0;
  await context.route(`**/api/cursos/esquema/${id}`, async (route) => {
    const response = await route.fetch();
    held += 1;
    if (held === 1) await second;
    await route.fulfill({ response });
  });
  await rename('Primer cambio');
  await expect.poll(() => held).toBe(1);
  await rename('Segundo cambio');
  release();
  await expect(heading('Segundo cambio')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await context.unroute(`**/api/cursos/esquema/${id}`);

  // Taken away from who is not in it, and given back: shown as it is then, without a reload.
  const guest = await visitor();
  const { slug } = await ok(school, 'GET', `/api/cursos/cursos/${id}`, { token: author.token });
  await guest.goto(`/cursos/${slug}`);
  const course = guest.getByRole('heading', { level: 1, name: 'Respuestas que llegan tarde' });
  await expect(course).toBeVisible();
  await mark(guest);
  await setPublished(school, admin, id, false);
  await expect(course).toHaveCount(0);
  await setPublished(school, admin, id, true);
  await expect(course).toBeVisible();
  expect(await isMarked(guest)).toBe(true);

  await context.setOffline(true);
  await expect(page.locator('.connection')).toHaveText('Sin conexión');
  await ok(school, 'POST', '/api/auth/logout', { token: student.token });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(page.locator('.connection')).toHaveCount(0);
});
