import { chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { standingOf } from './school-calls.ts';
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
  const guard = page.waitForResponse(/\/assets\/idle-/);
  await page.goto(path);
  await guard;
  await page.waitForFunction(() => localStorage.getItem('aulaviva.actividad') !== null);
}

test('a page that the browser kept whole for «Back» shows nobody who left, and is whole for who stayed', async ({ school }) => {
  const executablePath = findBrowser({ whole: true });
  if (!executablePath) process.stdout.write('no browser here keeps pages whole: on «Back» they are asked for again\n');
  const browser = await chromium.launch({
    ...(executablePath && { executablePath, headless: false }),
    args: [...browserArgs, ...(executablePath ? ['--headless=new', '--enable-features=BackForwardCache'] : [])],
    // Playwright switches it off; people's browsers keep pages whole.
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
  // None was taken for B's, and A's waits for A.
  expect(sent.filter(({ status }) => status < 400)).toEqual([]);
  expect(await mine.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('aulaviva.marca.')).length)).toBe(1);
  expect({ mine: await doneBy(student), others: await doneBy(other) }).toEqual(before);

  // Back as A, it goes by itself.
  await context.addCookies(sessionState(school.url, student.token).cookies);
  await mine.goto('/dashboard');
  await expect.poll(() => doneBy(student), { timeout: 60_000 }).toBe(before.mine + step);
  expect(await doneBy(other)).toBe(before.others);
});
