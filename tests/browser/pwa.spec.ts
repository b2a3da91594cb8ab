import { expect, NIGHT, test } from './fixtures.ts';

/** What makes it an application that can be installed, and what it says without a connection. */

/** The browser's own console messages while the server does not answer; also of a page that reconnects before it is left. */
const unreachable = /^console: (WebSocket connection to|Failed to load resource: net::ERR_)/;

// rows: O02
test('the school can be installed as an application: a manifest with icons that are there, and a service worker', async ({
  visitor,
  school,
}) => {
  const page = await visitor();
  await page.goto('/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(`${school.url}${address}`);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of manifest.icons) expect((await page.request.get(`${school.url}${src}`)).status()).toBe(200);
});

// rows: O02
test('pages are asked for while the worker starts; without a connection one says so, and goes on by itself or by its link once the school answers', async ({
  browse,
  server,
  trouble,
}) => {
  trouble.allow(unreachable);
  const context = await browse(null, { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/list-courses');
  const preload = async () => (await navigator.serviceWorker.ready).navigationPreload.getState();
  await expect.poll(async () => (await page.evaluate(preload)).enabled).toBe(true);
  await server.stop();
  await test.step('by itself', async () => {
    await page.goto('/pricing');
    await expect(heading).toHaveText('Estás sin conexión');
    await context.setOffline(true);
    // The network is back before the school is: the page stays and asks again.
    await context.setOffline(false);
    await expect(heading).toHaveText('Estás sin conexión');
    await server.start();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(heading).toHaveText('Planes');
  });
  await test.step('by its link', async () => {
    await server.stop();
    await page.goto('/');
    await expect(heading).toHaveText('Estás sin conexión');
    // Else it would go on by itself before its link is pressed, where the school takes its time to start.
    await page.evaluate(() => void Object.defineProperty(document, 'hidden', { value: true }));
    await server.start();
    await page.getByRole('link', { name: 'Reintentar' }).click();
    await expect(heading).not.toHaveText('Estás sin conexión');
  });
});

// rows: O02
test('with the service worker, pictures of other houses are seen as without it', async ({ browse, trouble }) => {
  const elsewhere = 'https://fotos.ejemplo/una.svg';
  trouble.allow(/^request to another host: https:\/\/fotos\.ejemplo\//);
  const context = await browse(null, { serviceWorkers: 'allow' });
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  await context.route(elsewhere, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
  const page = await context.newPage();
  await page.goto('/pricing');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const seen = (src: string) =>
    page.evaluate(
      (address) =>
        new Promise<boolean>((tell) => {
          const image = new Image();
          image.onload = () => tell(true);
          image.onerror = () => tell(false);
          image.src = address;
        }),
      src,
    );
  expect(await seen('/icon-192.png')).toBe(true);
  expect(await seen(elsewhere)).toBe(true);
});

// rows: O02
test('the installation is offered in the account menu from the second visit on, and asked for once', { tag: NIGHT }, async ({ as }) => {
  const page = await as('estudiante');
  const offer = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void document.body.setAttribute('data-asked', 'yes'),
      });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await offer()).toBe(true);
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('button', { name: 'Instalar la aplicación' })).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('aulaviva.visitas', JSON.stringify({ count: 1, at: Date.now() - 3_600_000 })));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offer();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Instalar la aplicación' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes');
  await expect(page.getByRole('button', { name: 'Instalar la aplicación' })).toHaveCount(0);
});
