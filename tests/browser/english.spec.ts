/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { answering, axeFindings, expect, fileOf, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { readEnglish } from './visits.ts';

/** English as the second language of the interface: chosen by who reads it, kept, complete, without a reload. */

test.use({ readsOnly: true });

const documentLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);
/** The switch in the foot, which stands at every width. */
const chooseInFooter = async (page: Page, name: 'English' | 'Español') => {
  const choice = page.getByRole('contentinfo').getByRole('radio', { name });
  await answering(choice);
  await choice.check({ force: true });
};
const choose = async (page: Page, name: 'English' | 'Español') => {
  await chooseInFooter(page, name);
  await expect.poll(() => documentLanguage(page)).toBe(name === 'English' ? 'en' : 'es-MX');
};

test('a visitor changes to English without a reload, reads on, signs in, and goes back to Spanish', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor();
  const english: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(fileOf('i18n/english.ts'))) english.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aprende a construir con inteligencia artificial, en español.');
  await page.waitForLoadState('networkidle');
  expect(english, 'who reads Spanish downloads no English').toEqual([]);

  await mark(page);
  await choose(page, 'English');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn to build with artificial intelligence, in Spanish.');
  await expect(page).toHaveTitle('Learn artificial intelligence in Spanish · Aulaviva');
  expect(english.length).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'See all courses' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses');
  await expect(page.getByText('6 courses')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Python, agents, no code…');
  // A course is in the language that it is taught in, and says so.
  const title = page.getByRole('heading', { name: 'Curso de Python' });
  await expect(title).toHaveAttribute('lang', 'es');
  expect(await isMarked(page)).toBe(true);

  await page.goto('/cursos/ia-no-code-1');
  await expect(page.getByRole('heading', { name: 'What you will learn' })).toBeVisible();
  await expect(page.getByText('3 modules, 9 classes')).toBeVisible();

  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await page.getByLabel('Email').fill('estudiante@demo.mx');
  await page.getByRole('textbox', { name: 'Password' }).fill('no-es-esta');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await page.getByRole('button', { name: 'Demo user' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await expect(page.locator('figcaption', { hasText: /^You studied .* of the last 14 days/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /);

  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(page.getByText(/^At Aulaviva since [A-Z][a-z]+ \d+, \d{4}$/)).toBeVisible();
  await mark(page);
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await preferences.getByRole('radio', { name: 'Español' }).check({ force: true });
  await expect(page.getByRole('heading', { name: 'Tus datos' })).toBeVisible();
  expect(await documentLanguage(page)).toBe('es-MX');
  expect(await isMarked(page)).toBe(true);
  await page.reload();
  await live(page);
  await expect(page.getByRole('heading', { name: 'Tus datos' })).toBeVisible();
});

test('who reads English never sees the Spanish page, not even on the way', { tag: NIGHT }, async ({ browse }) => {
  const context = await browse(null);
  await context.addInitScript(readEnglish);
  // Every text that was on the screen at any moment, from the first paint on.
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading && getComputedStyle(heading).visibility === 'visible') seen.push(heading.textContent ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const page = await context.newPage();
  for (const [path, heading] of [
    ['/', 'Learn to build with artificial intelligence, in Spanish.'],
    ['/list-courses', 'Courses'],
    ['/login', 'Log in'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(new Set(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)), path).toEqual(new Set([heading]));
  }
});

test('where English cannot be downloaded, the page says so and stays as it was', { tag: NIGHT }, async ({ visitor, trouble }) => {
  trouble.allow(/^console: Failed to load resource/);
  const page = await visitor();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión');
  await page.route(`**${fileOf('i18n/english.ts')}`, (route) => route.abort());
  await chooseInFooter(page, 'English');
  await expect(page.getByRole('contentinfo').getByText('No se pudo cambiar el idioma. Inténtalo de nuevo.')).toBeVisible();
  expect(await documentLanguage(page)).toBe('es-MX');
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Español' })).toBeChecked();
});

test('a browser that prefers English is told in English that there is English, until it has answered', { tag: NIGHT }, async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'en-US' });
  await page.goto('/list-courses');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cursos');
  const offer = page.getByRole('complementary', { name: 'Language' });
  await expect(offer).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await offer.getByRole('button', { name: 'Read in English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses');
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses');

  const other = await visitor({ locale: 'en-US' });
  await other.goto('/login');
  await other.getByRole('complementary', { name: 'Language' }).getByRole('button', { name: 'Stay in Spanish' }).click();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Iniciar Sesión');
  await expect(other.getByRole('complementary', { name: 'Language' })).toHaveCount(0);
});

test('dialogs of the office speak English too, and so do words of the school’s own in a history', { tag: NIGHT }, async ({ browse }) => {
  const context = await browse('admin');
  await context.addInitScript(readEnglish);
  const page = await context.newPage();
  await page.goto('/admin/courses');
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Basic' })).toBeChecked();
  await page.keyboard.press('Escape');

  await page.goto('/admin/site?seccion=precios');
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport();
  await page.getByRole('button', { name: 'History of prices and payments' }).click();
  const history = page.getByRole('dialog');
  // Bank transfers came later: the card stands in both.
  await expect(history.getByText('Card', { exact: true }).first()).toBeVisible();
  await expect(history).toContainText(/\$50\.00 USD from [A-Z][a-z]+ \d+, \d{4}/);
  await expect(history).not.toContainText(/desde|sin motivo|\d{4}-\d{2}-\d{2}/);
});
