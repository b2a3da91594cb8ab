/// <reference lib="dom" />
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { freePort } from '../support/freePort.ts';
import { openSchool } from '../support/school.ts';
import { dist } from './demo.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { ok } from './school-calls.ts';

/** The school's own name, logo, colour and contact: set once, seen everywhere. */

const nombre = 'Academia Ñandú & Sur';
const correo = 'hola@nandu.example';
const green = 'rgb(11, 107, 87)';
/** The colour of what the school's colour takes the place of. */
const colour = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--agave)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
const logo = (page: Page) => page.locator('.logo').filter({ visible: true }).first();

test.describe.configure({ mode: 'serial' });

// rows: X08
test('renamed in one window, every other window follows: bar, title, foot, the pages of who is signed in, the back office', {
  tag: NIGHT,
}, async ({ as, visitor }) => {
  const admin = await as('admin');
  await admin.goto('/admin/site?seccion=escuela');
  await live(admin);
  const landing = await visitor();
  await landing.goto('/');
  const signIn = await visitor();
  await signIn.goto('/login');
  const student = await as('estudiante');
  await student.goto('/profile');
  const analyst = await as('analista');
  await analyst.goto('/analytics');
  const others = [landing, signIn, student, analyst];
  for (const page of others) {
    await expect(logo(page)).toHaveText('Aulaviva');
    await expect(page).toHaveTitle(/ · Aulaviva$/);
    expect(await colour(page)).toBe(green);
    await mark(page);
  }
  await admin.getByLabel('Nombre', { exact: true }).fill(nombre);
  await admin.getByLabel(/^Color/).fill('#7a1fa2');
  await admin.getByLabel(/^Correo/).fill(correo);
  await admin.getByRole('button', { name: 'Guardar' }).click();
  for (const page of [...others, admin]) {
    await expect(logo(page)).toHaveText(nombre);
    await expect(page).toHaveTitle(new RegExp(` · ${nombre}$`));
    await expect.poll(() => colour(page)).toBe('rgb(122, 31, 162)');
  }
  for (const page of [landing, signIn]) {
    await expect(page.locator('footer').getByRole('link', { name: correo })).toBeAttached();
    await expect(page.locator('footer')).toContainText(`${nombre}. Todos los derechos reservados.`);
  }
  await expect(landing.getByRole('heading', { name: `Así se avanza en ${nombre}` })).toBeVisible();
  await expect(student.getByText(`En ${nombre} desde`)).toBeVisible();
  for (const page of others) expect(await isMarked(page)).toBe(true);
  await expect.poll(() => axeFindings(student)).toEqual([]);

  await student.getByRole('link', { name: 'Mis Cursos' }).first().click();
  await expect(student).toHaveTitle(`Mis Cursos · ${nombre}`);
});

// rows: X08
test('pages come with it: no page shows the default, with scripts off or before it has asked', { tag: NIGHT }, async ({
  as,
  browse,
  visitor,
}) => {
  const still = await (await browse(null, { javaScriptEnabled: false })).newPage();
  for (const address of ['/', '/list-courses', '/cursos/agentes-de-ia-3']) {
    await still.goto(address);
    await expect(still).toHaveTitle(new RegExp(nombre));
    await expect(logo(still)).toHaveText(nombre);
    await expect(still.locator('footer').getByRole('link', { name: correo })).toBeVisible();
    // What a newspaper wrote is not the school's to rename.
    expect((await still.content()).replace('La escuela Aulaviva abrió', ''), address).not.toMatch(/Aulaviva|hola@aulaviva/);
    expect(await colour(still)).toBe('rgb(122, 31, 162)');
  }
  for (const [page, addresses] of [
    [await visitor(), ['/', '/list-courses', '/pricing', '/login']],
    [await as('estudiante'), ['/dashboard', '/profile', '/shop']],
    [await as('admin'), ['/admin/overview']],
  ] as const) {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // From the first paint on.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('.logo')) seen.add(textContent ?? '');
        seen.add(document.title.split(' · ').includes('Aulaviva') ? 'Aulaviva' : '');
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    for (const address of addresses) {
      asked.length = 0;
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(logo(page)).toHaveText(nombre);
      const names = await page.evaluate(() => [...((globalThis as unknown as { seen: Set<string> }).seen ?? [])].filter(Boolean));
      expect(names, address).toEqual([nombre]);
      expect(await colour(page), address).toBe('rgb(122, 31, 162)');
      expect(asked, address).not.toContain('/api/sitio/escuela');
    }
  }
});

// rows: X08
test('with another name again, drawn pages are drawn anew at the next request', { tag: NIGHT }, async ({ school, browse }) => {
  const { token } = await school.login('admin');
  const still = await (await browse(null, { javaScriptEnabled: false })).newPage();
  await still.goto('/');
  await expect(logo(still)).toHaveText(nombre);
  await ok(school, 'PUT', '/api/sitio/escuela', { token, body: { nombre: 'Aulaviva', correo: 'otra@nandu.example', color: null } });
  await expect(async () => {
    await still.reload();
    await expect(logo(still)).toHaveText('Aulaviva', { timeout: 500 });
  }).toPass();
  await expect(still.locator('footer').getByRole('link', { name: 'otra@nandu.example' })).toBeVisible();
  expect(await colour(still)).toBe(green);
});

// rows: A18
test('an empty school links to no section and no policy that is not there', { tag: NIGHT }, async ({ browser }) => {
  const school = await openSchool({ env: { DEMO: 'false', PORT: String(await freePort()) }, dist: dist() });
  const context = await browser.newContext({ baseURL: school.url });
  try {
    const page = await context.newPage();
    await page.goto('/');
    const bar = page.locator('header').getByRole('navigation');
    await expect(bar.getByRole('link', { name: 'Comunidad' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Testimonios' })).toHaveCount(0);
    await expect(page.locator('footer').getByRole('link', { name: 'Aviso de privacidad' })).toHaveCount(0);
    // Every link to a part of a page leads to one that is there.
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: 'Comunidad' }).or(page.locator('#comunidad h2')).first()).toBeAttached();
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/#"]')]
        .filter(({ hash }) => !document.querySelector(hash))
        .map(({ hash }) => hash),
    );
    expect(lost).toEqual([]);
    await page.goto('/politicas');
    await expect(page.getByText('La escuela todavía no ha publicado sus políticas.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Aviso de privacidad' })).toHaveCount(0);
  } finally {
    await context.close();
    await school.stop();
    rmSync(school.dataDir, { recursive: true, force: true });
  }
});
