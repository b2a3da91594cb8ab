/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { SiteRecord } from '../../backend/api/contract/site.ts';
import { schoolDay } from '../../events/calendar.ts';
import { settled } from '../support/people.ts';
import { arrived, axeFindings, expect, isMarked, mark, NIGHT, test } from './fixtures.ts';

/** The public site as a visitor meets it: its managed sections, the contact form, and how an administrator's change reaches an open page. */

const press = (page: Page) => page.getByRole('group', { name: 'Presencia en Medios', exact: true });
const inView = (page: Page, id: string) =>
  page.evaluate((name) => {
    const box = document.getElementById(name)?.getBoundingClientRect();
    return box ? Math.round(box.top) : null;
  }, id);
/** A section led to stands right under the bar. */
const leadsTo = (page: Page, id: string) =>
  expect
    .poll(async () => {
      const top = await inView(page, id);
      return top !== null && top > 30 && top < 120;
    })
    .toBe(true);

// rows: A21
test('a visitor asks for information of a course, once, and the administrator has it', { tag: NIGHT }, async ({ visitor, school }) => {
  const page = await visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Más información: Agentes de IA' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agentes de IA' });
  await expect(dialog.getByText('Recibe información de este curso')).toBeVisible();
  await expect(dialog.getByText(/MXN/)).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Comprar Curso' })).toHaveAttribute('href', '/checkout?courseId=3');
  await expect(dialog.getByRole('link', { name: 'Ver la página del curso' })).toHaveAttribute('href', '/cursos/agentes-de-ia-3');
  await dialog.getByRole('button', { name: 'Enviar mis datos' }).click();
  await expect(dialog.getByText('Por favor, completa todos los campos obligatorios.')).toBeVisible();
  await expect(dialog.getByLabel('Nombre')).toBeFocused();
  await dialog.getByLabel('Nombre').fill('Ana Lucía Prueba');
  await dialog.getByLabel('Correo electrónico').fill('ana.prueba@ejemplo.mx');
  await dialog.getByLabel('Teléfono').fill('+52 664 555 0199');
  await dialog.getByLabel('Acepto que la escuela use estos datos para responderme.').check();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar mis datos' }).dblclick();
  await expect(dialog.getByText('¡Gracias por tu interés!')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Más información: Agentes de IA' })).toBeFocused();

  const { token } = await school.login('admin');
  const found = async () => {
    const { body } = await school.ask('GET', '/api/contactos?limit=100', { token });
    return (body.contactos as { nombre: string; asunto: string; tipo: string; telefono: string; consentimiento: string }[]).filter(
      ({ nombre }) => nombre === 'Ana Lucía Prueba',
    );
  };
  await expect
    .poll(found)
    .toEqual([
      expect.objectContaining({ asunto: 'Agentes de IA', tipo: 'curso', telefono: '+52 664 555 0199', consentimiento: 'privacidad v1' }),
    ]);

  // rows: A16
  await test.step('an organisation asks for grants and a company for consulting, each with its own form', async () => {
    await page.goto('/#consultoria');
    await leadsTo(page, 'consultoria');
    const consulting = page.locator('#consultoria');
    await expect(consulting).toContainText('Respondemos las solicitudes de consultoría en menos de 4 horas hábiles, de lunes a viernes');
    await expect(consulting).not.toContainText('24/7');
    const ask = async (button: string, title: string, organisation: string) => {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel('Nombre').fill('Tomás Prueba');
      await dialog.getByLabel('Correo electrónico').fill('tomas.prueba@ejemplo.mx');
      await dialog.getByLabel('Teléfono').fill('664 555 0198');
      await dialog.getByLabel(organisation).fill('Talleres de Prueba');
      await dialog.getByLabel('¿Qué necesitas?').fill('Empezar cuanto antes.');
      await dialog.getByLabel('Acepto que la escuela use estos datos para responderme.').check();
      await dialog.getByRole('button', { name: 'Enviar mis datos' }).click();
      await expect(dialog.getByText('¡Gracias por tu interés!')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
      await expect(page.getByRole('button', { name: button })).toBeFocused();
    };
    await ask('Pedir consulta gratuita', 'Consultoría', 'Empresa');
    await ask('Pedir becas para mi organización', 'Becas para organizaciones', 'Organización');
    await expect
      .poll(async () => {
        const { body } = await school.ask('GET', '/api/contactos?limit=100', { token });
        return (body.contactos as { nombre: string; tipo: string; empresa: string; promesa: unknown }[])
          .filter(({ nombre }) => nombre === 'Tomás Prueba')
          .map(({ tipo, empresa, promesa }) => [tipo, empresa, promesa !== null]);
      })
      .toEqual([
        ['beca', 'Talleres de Prueba', false],
        ['consultoria', 'Talleres de Prueba', true],
      ]);
  });
});

// rows: A06, A07
test('the press carousel is worked by keyboard, and its dialog gives focus back', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/#prensa');
  const carousel = press(page);
  await expect(carousel.getByRole('heading', { name: 'Un millón de becas para entrar a la tecnología' })).toBeVisible();
  // Motion is not wanted in this browser: it waits to be asked.
  await expect(carousel.getByRole('button', { name: 'Reanudar el avance' })).toBeVisible();
  await carousel.getByRole('button', { name: 'Anterior' }).focus();
  await page.keyboard.press('ArrowRight');
  const second = carousel.getByRole('heading', { name: /^Una escuela de Tijuana/ });
  await expect(second).toBeVisible();
  await expect(carousel.getByRole('heading', { name: 'Un millón de becas' })).toHaveCount(0);
  await expect(carousel.getByRole('button', { name: 'Ver 2 de 2' })).toHaveAttribute('aria-current', 'true');
  await expect(carousel).toContainText(/transporte…|línea…|\w…/);
  const more = carousel.getByRole('button', { name: /^Leer más/ });
  await more.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Una escuela de Tijuana/ });
  await expect(dialog).toContainText('cuánto ha recorrido desde que empezó.');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(carousel.getByRole('heading', { name: 'Un millón de becas para entrar a la tecnología' })).toBeVisible();
});

// rows: A13
test('a link to a section holds on the first load, while what stands above it still arrives', { tag: NIGHT }, async ({ visitor }) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const page = await visitor({ viewport });
    // As where the server could not draw it: the courses come last, stand above, and grow.
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        document.getElementById('datos')?.remove();
        document.getElementById('root')?.replaceChildren();
      }),
    );
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/cursos/buscar*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/#becas-corporativas');
    await expect(page.locator('#becas-corporativas h2')).toBeVisible();
    await leadsTo(page, 'becas-corporativas');
    release();
    await expect(page.getByRole('heading', { name: 'Curso de Python' })).toBeAttached();
    await leadsTo(page, 'becas-corporativas');
    await expect(page.locator('#becas-corporativas')).toBeFocused();
    await expect(page.locator('#becas-corporativas .scholarships-count')).toHaveText('1,000,000');
  }
});

// rows: A01, A02
test('the bar marks the section one is at; on a phone its links stand in a menu that keeps focus', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/');
  const bar = page.getByRole('banner').getByRole('navigation');
  // What stands below comes before one gets there.
  await page.keyboard.press('End');
  await expect(page.locator('#testimonios .carousel')).toBeAttached();
  for (const [link, id] of [
    ['Cursos', 'cursos-destacados'],
    ['Comunidad', 'comunidad'],
    ['Testimonios', 'testimonios'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click();
    await leadsTo(page, id);
    await expect(bar.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'true');
  }
  await bar.getByRole('link', { name: 'Contáctanos' }).click();
  await expect(bar.getByRole('link', { name: 'Contáctanos' })).toHaveAttribute('aria-current', 'true');
  await bar.getByRole('link', { name: 'Costos y servicios' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Costos y servicios' })).toBeVisible();
  await test.step('another page opened in the tab begins at its top, wherever the one before was left', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
    await page.goto('/politicas');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  const phone = await visitor({ viewport: { width: 360, height: 740 } });
  await phone.goto('/');
  const toggle = phone.getByRole('button', { name: 'Abrir el menú' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  const menu = phone.getByRole('dialog').getByRole('navigation');
  await expect(menu.getByRole('link')).toHaveText(['Cursos', 'Costos y servicios', 'Testimonios', 'Contáctanos', 'Comunidad', 'Comenzar']);
  await expect(menu.getByRole('link', { name: 'Comunidad' })).toHaveAttribute('href', '/login?returnTo=%2Fcommunity');
  for (let presses = 0; presses < 14; presses++) {
    await phone.keyboard.press('Tab');
    expect(await phone.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await phone.keyboard.press('Escape');
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await menu.getByRole('link', { name: 'Testimonios' }).click();
  await expect(menu).toBeHidden();
  await leadsTo(phone, 'testimonios');
});

test('what an administrator changes stands on the open landing without a reload', { tag: NIGHT }, async ({ visitor, school }) => {
  const page = await visitor();
  await page.goto('/#prensa');
  const carousel = press(page);
  await expect(carousel.getByRole('heading', { name: 'Un millón de becas para entrar a la tecnología' })).toBeVisible();
  await mark(page);
  const { token } = await school.login('admin');
  const site = (await school.ask('GET', '/api/sitio')).body as unknown as SiteRecord;
  const [note] = site.prensa;
  if (!note) throw new Error('the demo has no press');
  const { id, ...contenido } = note;
  const edited = await school.ask('PUT', `/api/sitio/secciones/prensa/${id}`, {
    token,
    body: { contenido: { ...contenido, titulo: 'Un millón de becas, y contando' }, motivo: 'Título nuevo' },
  });
  expect(edited.status, edited.text).toBe(200);
  await expect(carousel.getByRole('heading', { name: 'Un millón de becas, y contando' })).toBeVisible();
  // A policy changes every answer that names it.
  const question = page.locator('#preguntas details', { hasText: '¿Hay garantía de reembolso?' });
  await question.locator('summary').click();
  await expect(question).toContainText('Tienes 30 días');
  const policy = site.politicas.find(({ clave }) => clave === 'reembolso');
  if (!policy) throw new Error('the demo has no refund policy');
  const { clave, titulo, texto: _, cantidad: __, unidad } = policy;
  const saved = await school.ask('PUT', `/api/sitio/secciones/politicas/${policy.id}`, {
    token,
    body: { contenido: { clave, titulo, texto: 'Pídelo dentro de {reembolso}.', cantidad: 45, unidad } },
  });
  expect(saved.status, saved.text).toBe(200);
  await expect(question).toContainText('Tienes 45 días');
  // A grant that somebody takes is counted at once.
  const counter = page.locator('.scholarships-count');
  await expect(counter).toHaveText('1,000,000');
  const allotted = await school.ask('POST', `/api/becas/campanas/${site.becas?.id}/codigos`, {
    token,
    body: { organizacion: 'Casa Prueba', becas: 5 },
  });
  expect(allotted.status, allotted.text).toBe(201);
  const student = await school.login('estudiante');
  const { codigo } = allotted.body as unknown as { codigo: string };
  const taken = await school.ask('POST', '/api/becas/canjear', { token: student.token, body: { codigo, id_curso: 3 } });
  expect(taken.status, taken.text).toBe(200);
  await expect(counter).toHaveText('1 / 1,000,000');
  // Where nothing is left to show, the section goes.
  for (const one of site.prensa) {
    const hidden = await school.ask('POST', `/api/sitio/secciones/prensa/${one.id}/ocultar`, { token, body: {} });
    expect(hidden.status).toBe(200);
  }
  await expect(page.locator('#prensa')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

// rows: A10, N08, P09
test('the promo video loads nothing of another house before it is asked to, and says when it is blocked', { tag: NIGHT }, async ({
  visitor,
  trouble,
  school,
}) => {
  const { token } = await school.login('admin');
  const video = { enlace: 'https://www.youtube.com/watch?v=LPZh9BOjkQs', titulo: 'Una explicación', subtitulos: true };
  expect((await school.ask('PUT', '/api/sitio/escuela', { token, body: { video } })).status).toBe(200);
  await settled(school);
  trouble.allow(/youtube-nocookie\.com|ERR_FAILED|ERR_BLOCKED/);
  const page = await visitor();
  await page.clock.install();
  const outside: string[] = [];
  await page.route(/^https:\/\/[^/]*youtube/, async (route) => {
    outside.push(route.request().url());
    await route.abort();
  });
  await page.goto('/#video');
  await page.clock.runFor(2_000);
  const play = page.getByRole('button', { name: /^Ver el video:/ });
  await expect(play).toBeVisible();
  await expect(page.locator('#video figcaption')).toContainText('Al reproducirlo se carga YouTube');
  expect(outside).toEqual([]);
  await play.click();
  await expect(page.locator('#video iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/LPZh9BOjkQs\?.*cc_load_policy=1/,
  );
  await page.clock.runFor(10_000);
  await expect(page.getByRole('alert')).toContainText('¿No carga?');
  await expect(page.getByRole('alert').getByRole('link', { name: 'Ábrelo en YouTube' })).toHaveAttribute('target', '_blank');
});

// rows: A39, B06, B07, B17
test('plans say what they cost today; buying asks to sign in first, and goes on there', { tag: NIGHT }, async ({ visitor, as, school }) => {
  const page = await visitor();
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1, name: 'Planes' })).toBeVisible();
  await expect(page.getByText('$50.00 USD', { exact: true })).toBeVisible();
  await mark(page);
  const { token } = await school.login('admin');
  const today = schoolDay(new Date().toISOString());
  const set = await school.ask('POST', '/api/sitio/precios', { token, body: { monto: 55, moneda: 'USD', desde: today } });
  expect(set.status, set.text).toBe(200);
  await expect(page.getByText('$55.00 USD', { exact: true })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.goto('/costos-servicios');
  await expect(page.getByText('$55.00 USD', { exact: true })).toBeVisible();
  await expect(page.getByText('$499.00 MXN a $1,499.00 MXN')).toBeVisible();
  await page.getByRole('link', { name: 'Hazte Premium' }).click();
  await expect(page.getByText('Debes iniciar sesión para suscribirte.')).toBeVisible();
  await page.getByLabel('Correo electrónico', { exact: true }).fill('estudiante@demo.mx');
  await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL(/\/checkout\?plan=premium$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mejorar a Premium' })).toBeVisible();
  await expect(page.getByText('$55.00 USD', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Garantía de reembolso/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Pago' })).toBeVisible();

  const student = await as('estudiante');
  await student.goto('/checkoutcourse?courseId=2');
  await expect(student).toHaveURL(/\/checkout\?courseId=2$/);
  await expect(student.getByRole('heading', { level: 1, name: 'Comprar: Curso de Python' })).toBeVisible();
  await expect(student.getByText('$499.00 MXN', { exact: true })).toBeVisible();
  await expect(student.getByText('Pago único', { exact: true })).toBeVisible();
  // To where one was, and otherwise to the plans.
  await student.getByRole('button', { name: 'Volver atrás' }).click();
  await expect(student).toHaveURL(/\/pricing$/);
  await student.goto('/shop');
  await student.getByRole('link', { name: 'Mejorar Plan' }).first().click();
  await expect(student).toHaveURL(/\/checkout\?plan=premium$/);
  await student.getByRole('button', { name: 'Volver atrás' }).click();
  await expect(student).toHaveURL(/\/shop$/);
  await student.goto('/checkout?courseId=999999');
  await expect(student.getByText('No se pudo cargar la información del curso. Por favor, inténtalo de nuevo.')).toBeVisible();
  await student.goto('/checkout?courseId=1');
  await expect(student.getByText('Este curso ya es tuyo.')).toBeVisible();

  const premium = await as('premium');
  await premium.goto('/pricing');
  await expect(premium.getByText('Ya eres premium!')).toBeVisible();
  await expect(premium.getByRole('link', { name: 'Hazte Premium' })).toHaveCount(0);
  await premium.goto('/checkout');
  await expect(premium.getByText('Ya eres premium!')).toBeVisible();
});

// rows: A01, A09, A12
test('who is signed in finds the way into the community, and their own way on; nothing asks them to register', { tag: NIGHT }, async ({
  as,
}) => {
  const page = await as('estudiante');
  await page.goto('/#comunidad');
  await expect(page.locator('#comunidad').getByRole('link', { name: 'Entrar a la comunidad' })).toHaveAttribute('href', '/community');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ir a mi panel' })).toHaveAttribute('href', '/dashboard');
  await arrived(page);
  // The first view, the offer and the end.
  const ways = page.getByRole('main').getByRole('link', { name: 'Ir a mi panel' });
  await expect(ways).toHaveCount(3);
  for (const way of await ways.all()) await expect(way).toHaveAttribute('href', '/dashboard');
  await expect(page.locator('a[href^="/register"]')).toHaveCount(0);
});

test('a part that cannot be had says so, and comes at the second try', { tag: NIGHT }, async ({ visitor, trouble }) => {
  trouble.allow(/Failed to load resource/);
  const page = await visitor();
  let broken = true;
  await page.route('**/api/sitio', async (route) =>
    broken
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"NOT_READY","message":"Todavía no."}' })
      : route.continue(),
  );
  await page.goto('/#preguntas');
  const failed = page.getByRole('alert').filter({ hasText: 'Esta parte no se pudo cargar' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Curso de Python' })).toBeAttached();
  broken = false;
  await failed.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Preguntas frecuentes' })).toBeAttached();
});
