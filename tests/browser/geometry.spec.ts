/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect, NIGHT, test } from './fixtures.ts';

/** Where things stand, at the widths people have. Bounding boxes alone, once the page has been drawn. */

test.use({ readsOnly: true });

const WIDTHS = [360, 390, 768, 1024, 1280, 1600] as const;
const still = { reducedMotion: 'reduce' } as const;

const at = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
};
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
const widerThanTheWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Words of a drawing that leave the window or that one of its lines runs through. */
const badWords = (drawing: Locator) =>
  drawing.evaluate((svg: SVGSVGElement) => {
    const points = [...svg.querySelectorAll('path')].flatMap((path) => {
      const matrix = path.getScreenCTM();
      if (!matrix || getComputedStyle(path).fill !== 'none') return [];
      const length = path.getTotalLength();
      return Array.from({ length: 400 }, (_, step) => path.getPointAtLength((length * step) / 399).matrixTransform(matrix));
    });
    return [...svg.querySelectorAll('text')].flatMap((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const crossed = points.some(({ x, y }) => x > left && x < right && y > top + 2 && y < bottom - 2);
      return crossed || left < 0 || right > innerWidth ? [text.textContent] : [];
    });
  });

test('public pages: nothing is cut, crossed or squeezed at any width', async ({ visitor }) => {
  const page = await visitor(still);
  await page.goto('/');
  for (const width of WIDTHS) {
    await at(page, width);
    expect(await widerThanTheWindow(page), `/ at ${width}`).toBe(0);
    const start = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Comenzar' }));
    expect(width - start.right, `«Comenzar» and the edge at ${width}`).toBeGreaterThanOrEqual(12);
    expect(await badWords(page.locator('main svg').filter({ hasText: 'Estás aquí' })), `the map at ${width}`).toEqual([]);
    const closing = page.getByRole('region', { name: 'Tu primera estación está a un minuto de aquí.' });
    const crossed = await closing.evaluate((section) => {
      const words = document.createRange();
      words.selectNodeContents(section.querySelector('h2') as Element);
      const lines = [...words.getClientRects()];
      return [...section.querySelectorAll('path')].some((path) => {
        const matrix = path.getScreenCTM() as DOMMatrix;
        const length = path.getTotalLength();
        return Array.from({ length: 400 }, (_, step) => path.getPointAtLength((length * step) / 399).matrixTransform(matrix)).some(
          ({ x, y }) => lines.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom),
        );
      });
    });
    expect(crossed, `lines through the closing call at ${width}`).toBe(false);
  }
  await page.goto('/list-courses');
  const order = page.getByRole('combobox', { name: 'Ordenar por' });
  await expect(order).toBeVisible();
  for (const width of WIDTHS) {
    await at(page, width);
    expect(await widerThanTheWindow(page), `/list-courses at ${width}`).toBe(0);
    expect((await boxOf(order)).width, `the order at ${width}`).toBeGreaterThanOrEqual(140);
  }
});

test('the demo’s Google covers no field of registering', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor(still);
  await page.goto('/register');
  const card = page.getByRole('dialog', { name: 'Imitación de Google' });
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(card).toBeVisible({ timeout: 60_000 });
    const covered = await card.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [...document.querySelectorAll('main form :is(input, button)')].filter((field) => {
        const box = field.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      }).length;
    });
    expect(covered, `at ${width}`).toBe(0);
  }
});

test('a video stands first, whole, with its caption outside', { tag: NIGHT }, async ({ as }) => {
  const page = await as('premium', still);
  await page.goto('/courses?courseId=1&modulo=1&sesion=1');
  await page.getByRole('navigation', { name: 'Subtemas de la clase' }).getByRole('link', { name: /Video/ }).click();
  const video = page.getByRole('button', { name: /^Ver el video:/ });
  await expect(video).toBeVisible();
  for (const width of WIDTHS) {
    await at(page, width);
    await page.evaluate(() => scrollTo(0, 0));
    const picture = await boxOf(video);
    const caption = await boxOf(page.getByText('Sin audio: todo se lee'));
    expect(picture.width / picture.height, `16:9 at ${width}`).toBeCloseTo(16 / 9, 1);
    expect(caption.y, `the caption at ${width}`).toBeGreaterThanOrEqual(picture.bottom);
    expect(picture.bottom, `in the first screen at ${width}`).toBeLessThanOrEqual(800);
    await expect(page.getByRole('heading', { name: 'Así lee un modelo' })).toHaveCount(1);
  }
});

// rows: I04
test('the office has each place of its role, and the person and the way out in view, however low the window', { tag: NIGHT }, async ({
  as,
}) => {
  const page = await as('admin', still);
  await page.goto('/analytics/events');
  const menu = page.getByRole('navigation', { name: 'Navegación principal' });
  await expect(menu.getByRole('link').first()).toHaveText('Resumen');
  for (const name of ['Usuarios', 'Cursos', 'Notificaciones', 'Eventos', 'Reportes', 'Proyecciones', 'Analítica'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(1);
  for (const height of [1000, 800, 480]) {
    await page.setViewportSize({ width: 1280, height });
    await page.reload();
    for (const shown of [page.getByRole('button', { name: 'Salir' }), menu.getByRole('link', { name: 'Registro de eventos' })]) {
      await expect(shown).toBeInViewport({ ratio: 0.95 });
    }
  }
  // On a phone they stand behind one button.
  await at(page, 360);
  await page.getByRole('button', { name: 'Abrir el menú' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Reportes', exact: true })).toBeVisible();
});

// rows: H01
test('on a phone the first course stands in the first screen of those who manage them', async ({ as }) => {
  const page = await as('admin', still);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/courses');
  const first = page.getByRole('link', { name: 'Fine Tuning LLMs' });
  expect((await boxOf(first)).bottom).toBeLessThan(600);
  // What is done to the list less often is one press away, by the keyboard too.
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Orden de la portada' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Importar curso' })).toBeFocused();
});

test('what one concentrates on stands in the middle of the window, at its reading width', async ({ as }) => {
  const page = await as('premium', still);
  await page.goto('/courses?courseId=1&modulo=1&sesion=1');
  await page.getByRole('button', { name: 'Concentración' }).click();
  await expect(page.getByRole('banner')).toBeHidden();
  const { x, right, width } = await boxOf(page.getByRole('article'));
  expect(width).toBeGreaterThan(600);
  expect(Math.abs(x - (1280 - right))).toBeLessThan(20);
});
