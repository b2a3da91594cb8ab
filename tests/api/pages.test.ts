import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schoolDay } from '../../events/calendar.ts';
import { textsOf } from '../../frontend/texts.ts';
import { publishedCourse } from '../support/domain.ts';
import { joinAs, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** What the public pages say to who runs no scripts: search engines, link previews, people. */

const SHELL = `<!doctype html><html lang="es-MX"><head><link rel="icon" type="image/svg+xml" href="/icon.svg" /><meta name="description" content="de la casa"><title>De la casa</title></head><body><div id="root"></div></body></html>`;
const dist = mkdtempSync(path.join(tmpdir(), 'aulaviva-dist-'));
let school: School;
let admin: { token: string };

beforeAll(async () => {
  mkdirSync(path.join(dist, 'assets'));
  writeFileSync(path.join(dist, 'index.html'), SHELL);
  writeFileSync(
    path.join(dist, 'pages.json'),
    JSON.stringify({
      ...textsOf('seo'),
      site: { ...textsOf('site'), ...textsOf('below') },
      nav: (textsOf('common') as { nav: object }).nav,
    }),
  );
  const manifest = path.resolve(import.meta.dirname, '../../frontend/public/manifest.webmanifest');
  writeFileSync(path.join(dist, 'manifest.webmanifest'), readFileSync(manifest));
  school = await openSchool({ env: { DEMO: 'true', PUBLIC_URL: 'https://escuela.example' }, dist });
  admin = await school.login('admin');
}, 120_000);
afterAll(async () => {
  await school.stop();
  rmSync(dist, { recursive: true });
});

const page = async (at: string) => {
  const { status, text, headers } = await school.ask('GET', at, { headers: { 'accept-encoding': 'identity' } });
  return { status, text, headers };
};
const structured = (html: string): Record<string, unknown>[] =>
  Array.from(
    html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    (match) => JSON.parse(match[1] ?? '') as Record<string, unknown>,
  );

test('the data of lists is read once: further visitors cause no read of a course', async () => {
  const { reader } = school.running.deps;
  const read: string[] = [];
  const [get, getMany, find] = [reader.get.bind(reader), reader.getMany.bind(reader), reader.find.bind(reader)];
  reader.get = (generation, key) => {
    read.push(generation.projection);
    return get(generation, key);
  };
  reader.getMany = (generation, keys) => {
    read.push(...keys.map(() => generation.projection));
    return getMany(generation, keys);
  };
  reader.find = async (generation, query) => {
    const found = await find(generation, query);
    read.push(...found.docs.map(() => generation.projection));
    return found;
  };
  try {
    const lists = ['/', '/pricing', '/costos-servicios', '/list-courses', '/sitemap.xml'];
    const first = await Promise.all(lists.map(page));
    // Each of the six by a few lists that are drawn at once.
    expect(read.filter((name) => name === 'courses').length).toBeLessThanOrEqual(lists.length * 6);
    read.length = 0;
    for (const [at, address] of lists.entries()) expect((await page(address)).text).toBe(first[at]?.text);
    expect(read.filter((name) => name === 'courses')).toEqual([]);
  } finally {
    Object.assign(reader, { get, getMany, find });
  }
});

describe('a public page', () => {
  // rows: A20
  test('has one title, description, canonical address and preview of its own, whatever the shell says', async () => {
    const { status, text } = await page('/list-courses?buscar=python');
    expect(status).toBe(200);
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text.match(/<meta name="description"/g)).toHaveLength(1);
    expect(text).not.toContain('De la casa');
    expect(text).toContain('<link rel="canonical" href="https://escuela.example/list-courses">');
    expect(text).toContain('<meta property="og:url" content="https://escuela.example/list-courses">');
    expect(text).toContain('<meta property="og:image" content="https://escuela.example/og.png">');
  });

  test('the catalogue is described by the courses that are in it', async () => {
    const description = async () => /<meta name="description" content="([^"]*)"/.exec((await page('/list-courses')).text)?.[1] ?? '';
    expect(await description()).toMatch(/IA No-Code, .+ y .+\. Ve el temario/);
    expect(await description()).not.toContain('{{');
  });

  test('holds its content without scripts, and structured data for it', async () => {
    const { text } = await page('/list-courses');
    expect(text).toMatch(/<noscript>.*<main[^>]*><h1>Cursos<\/h1>.*Curso de Python.*<\/main><\/div><\/noscript>/s);
    const [graph] = structured(text) as unknown as [{ '@graph': { '@type': string; itemListElement?: { item: { name: string } }[] }[] }];
    const names = graph['@graph'].find((one) => one['@type'] === 'ItemList')?.itemListElement?.map(({ item }) => item.name);
    expect(names).toEqual(expect.arrayContaining(['Curso de Python', 'Fine Tuning LLMs']));
    expect(names).toHaveLength(6);
  });

  // rows: A19
  test('is read without scripts: courses and their prices, press, questions, prices and policies', async () => {
    const unscripted = async (at: string) => /<noscript>(.*)<\/noscript>/s.exec((await page(at)).text)?.[1] ?? '';
    const landing = await unscripted('/');
    for (const said of [
      'Curso de Python',
      'Presencia en Medios',
      'id="preguntas"',
      '¿Hay garantía de reembolso?',
      'Tienes 30 días para pedir tu dinero de vuelta',
    ])
      expect(landing, said).toContain(said);
    const catalogue = await unscripted('/list-courses');
    expect(catalogue).toContain('Curso de Python');
    expect(catalogue).toContain('$499.00 MXN');
    expect(await unscripted('/pricing')).toContain('$50.00 USD al mes');
    expect(await unscripted('/costos-servicios')).toContain('$499.00 MXN a $1,499.00 MXN');
    expect(await unscripted('/politicas')).toContain('Usamos tus datos solo para responderte');
  });

  test('changes with the school: a course that is unpublished is gone from it, and comes back', async () => {
    const estado = (value: 0 | 1) => school.ask('PATCH', '/api/cursos/cursos/1/estado', { token: admin.token, body: { estado: value } });
    const listed = async () => (await page('/list-courses')).text.includes('IA No-Code');
    expect(await listed()).toBe(true);
    expect((await estado(0)).status).toBe(200);
    await expect.poll(listed).toBe(false);
    expect((await estado(1)).status).toBe(200);
    await expect.poll(listed).toBe(true);
  });

  test('nothing that authors write ends an element: texts are escaped, in HTML and in structured data', async () => {
    const nombre = `</script></noscript><img src=x onerror=alert(1)> & "comillas"`;
    const changed = await school.ask('PUT', '/api/cursos/cursos/2', { token: admin.token, body: { nombre } });
    expect(changed.status, changed.text).toBe(200);
    await expect.poll(async () => (await page('/list-courses')).text.includes('&quot;comillas&quot;')).toBe(true);
    const { text } = await page('/list-courses');
    expect(text).not.toContain('<img src=x');
    expect(text.match(/<\/noscript>/g)).toHaveLength(1);
    expect(JSON.stringify(structured(text))).toContain('onerror=alert(1)');
  });

  test('is compressed as it is asked for', async () => {
    const response = await fetch(`${school.url}/list-courses`, { headers: { 'accept-encoding': 'br' } });
    // fetch takes the encoding off by itself; the header says that it was there.
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toContain('<h1>Cursos</h1>');
  });
});

describe('what the school says of itself', () => {
  const changed = async (method: string, at: string, body: object) => {
    const answer = await school.ask(method, at, { token: admin.token, body });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const itemOf = async (section: string, at = 0) => {
    const { body } = await school.ask('GET', '/api/sitio/administrar', { token: admin.token });
    const { secciones } = body as unknown as { secciones: Record<string, { id: number; contenido: Record<string, unknown> }[]> };
    const item = secciones[section]?.[at];
    if (!item) throw new Error(`the demo has no ${section}`);
    return item;
  };

  // rows: A08, A15
  test('stands on the landing: press, testimonials, claims with their source, grants, services', async () => {
    const { text } = await page('/');
    expect(text).toContain('<section id="prensa"><h2>Presencia en Medios</h2>');
    expect(text).toContain('Un millón de becas para entrar a la tecnología');
    expect(text).not.toContain('Podcast Código y Café');
    expect(text).toContain('Sofía Hernández, Analista de datos');
    expect(text).toMatch(
      /50,000\+<\/strong> vacantes activas[^<]*<small>Conteo propio en bolsas de trabajo públicas\. Renata Arriaga, 15 de octubre de 2026\./,
    );
    expect(text).toContain('de 1,000,000 becas otorgadas');
    expect(text).toContain('Retorno garantizado');
    expect(text).toContain('en menos de 4 horas hábiles');
  });

  // rows: A17
  test('questions are there for search engines, with the values of policies as they are today', async () => {
    const answers = async () => {
      const [graph] = structured((await page('/')).text) as unknown as [{ '@graph': { '@type': string; mainEntity?: object[] }[] }];
      return JSON.stringify(graph['@graph'].find((one) => one['@type'] === 'FAQPage')?.mainEntity ?? []);
    };
    expect(await answers()).toContain('30 días');
    const { id, contenido } = await itemOf('politicas');
    expect(contenido.clave).toBe('reembolso');
    await changed('PUT', `/api/sitio/secciones/politicas/${id}`, { contenido: { ...contenido, cantidad: 45 } });
    await expect.poll(answers).toContain('45 días');
    expect((await page('/politicas')).text).toContain('dentro de 45 días');
    expect((await page('/pricing')).text).toContain('dentro de 45 días');
    await changed('PUT', `/api/sitio/secciones/politicas/${id}`, { contenido });
  });

  // rows: B06
  test('plans and costs are read from the price book and the published courses, with their currency (C-01, C-02)', async () => {
    const plans = await page('/pricing');
    expect(plans.text).toMatch(/\$50\.00 USD al mes/);
    const [graph] = structured(plans.text) as unknown as [{ '@graph': { '@type': string }[] }];
    expect(graph['@graph']).toContainEqual(expect.objectContaining({ '@type': 'Offer', price: 50, priceCurrency: 'USD' }));
    const costs = await page('/costos-servicios');
    expect(costs.text).toMatch(/\$499\.00 MXN a \$1,499\.00 MXN/);
    const today = schoolDay(new Date().toISOString());
    await changed('POST', '/api/sitio/precios', { monto: 60, moneda: 'USD', desde: today });
    await expect.poll(async () => (await page('/pricing')).text).toMatch(/\$60\.00 USD al mes/);
    await changed('PUT', '/api/cursos/cursos/2', { precio: 350 });
    await expect.poll(async () => (await page('/costos-servicios')).text).toMatch(/\$350\.00 MXN a \$1,499\.00 MXN/);
  });

  test('what is hidden is gone, and nothing in it can end an element', async () => {
    const { id, contenido } = await itemOf('testimonios');
    await changed('PUT', `/api/sitio/secciones/testimonios/${id}`, {
      contenido: { ...contenido, texto: '</noscript><script>alert(1)</script>' },
    });
    await expect.poll(async () => (await page('/')).text.includes('&lt;script&gt;alert(1)')).toBe(true);
    expect((await page('/')).text).not.toContain('<script>alert(1)');
    await changed('POST', `/api/sitio/secciones/testimonios/${id}/ocultar`, {});
    await expect.poll(async () => (await page('/')).text.includes('&lt;script&gt;alert(1)')).toBe(false);
  });
});

// rows: X08
test('the school’s name, logo, colour and contact are in every page and the manifest, as they are now (X-08)', async () => {
  const call = async (body: object) => {
    const answer = await school.ask('PUT', '/api/sitio/escuela', { token: admin.token, body });
    expect(answer.status, answer.text).toBe(200);
  };
  const { body: before } = await school.ask('GET', '/api/sitio/escuela');
  expect((await page('/pricing')).text).toContain('<meta property="og:site_name" content="Aulaviva">');
  expect((await page('/dashboard')).text).toContain('<title>Aulaviva</title>');
  // Nothing in a name is a pattern or an element.
  const nombre = `Ñandú </title><b> & {{school}} $& "sur"`;
  const escaped = 'Ñandú &lt;/title&gt;&lt;b&gt; &amp; {{school}} $&amp; &quot;sur&quot;';
  const correo = 'hola@nandu.example';
  await call({ nombre, correo, color: '#7a1fa2', logo: '/api/files/img_sitio/logo.webp' });
  await expect.poll(async () => (await page('/dashboard')).text).toContain(`<title>${escaped}</title>`);
  const { cursos } = (await school.ask('GET', '/api/cursos/buscar?buscar=python')).body as unknown as { cursos: { slug: string }[] };
  for (const address of [
    '/',
    '/list-courses',
    `/cursos/${cursos[0]?.slug}`,
    '/pricing',
    '/costos-servicios',
    '/politicas',
    '/login',
    '/register',
  ]) {
    const { text } = await page(address);
    // What a newspaper wrote is not the school's to rename.
    expect(text.replace('La escuela Aulaviva abrió', ''), address).not.toContain('Aulaviva');
    expect(text, address).toMatch(/<title>[^<]+<\/title>/);
    expect(text.slice(text.indexOf('<title>'), text.indexOf('</title>')), address).toContain(escaped);
    expect(text, address).toContain(`<meta property="og:site_name" content="${escaped}">`);
    expect(text, address).toContain('<meta property="og:image" content="https://escuela.example/api/files/img_sitio/logo.webp">');
    expect(text, address).toContain('<html lang="es-MX" data-school style="--school: #7a1fa2">');
    expect(text, address).toContain('<link rel="icon" href="/api/files/img_sitio/logo.webp" />');
    const [graph] = structured(text) as unknown as { '@graph': { '@type': string; name?: string; email?: string }[] }[];
    const said = graph?.['@graph'].find((one) => one['@type'] === 'EducationalOrganization');
    if (graph) expect(said, address).toMatchObject({ name: nombre, email: correo });
  }
  const manifest = await page('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  expect(JSON.parse(manifest.text)).toMatchObject({ name: nombre, short_name: nombre, theme_color: '#7a1fa2', start_url: '/dashboard' });
  const added = await school.ask('POST', '/api/cuenta/llaves/opciones', { token: admin.token, body: {} });
  expect(added.body.opciones, added.text).toMatchObject({ rp: { name: nombre } });
  await call({ nombre: before.nombre, correo: before.correo, color: null, logo: null });
  await expect.poll(async () => (await page('/pricing')).text).toContain('<html lang="es-MX"><head><link rel="icon" type="image/svg+xml"');
});

test('the landing and the catalogue of a school with another name and other courses say what it teaches, and show nobody else’s picture', async () => {
  const own = await openSchool({ env: { PUBLIC_URL: 'https://cocina.example' }, dist });
  try {
    const boss = await joinAs(own, 'direccion', 'administrator');
    const call = async (method: string, at: string, body: object) => {
      const answer = await own.ask(method, at, { token: boss.token, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    await call('PUT', '/api/sitio/escuela', { nombre: 'Sazón' });
    const head = async (at: string) => {
      await settled(own);
      const { text } = await own.ask('GET', at, { headers: { 'accept-encoding': 'identity' } });
      const [title = '', description = ''] = [/<title>([^<]*)/, /<meta name="description" content="([^"]*)"/].map(
        (one) => one.exec(text)?.[1],
      );
      expect(text.slice(0, text.indexOf('</head>')), at).not.toMatch(/Aulaviva|inteligencia artificial|\{\{courses|og\.png/);
      return { title, description };
    };
    expect(await head('/')).toEqual({
      title: 'Sazón · Cursos en línea en español',
      description: 'Sazón: escuela en línea en español. Cursos por módulos y clases cortas; tu avance se guarda al momento.',
    });
    const context = () => {
      const commandId = crypto.randomUUID();
      const actor = { userId: boss.id, role: 'administrator' } as const;
      return { commandId, correlationId: commandId, causationId: commandId, actor, now: new Date() };
    };
    // What a school writes is no pattern.
    await publishedCourse({ authoring: own.running.deps.authoring, context }, [1], { title: 'Moles de {{school}} $&' });
    expect((await head('/')).description).toContain('con cursos como Moles de');
    expect((await head('/list-courses')).title).toBe('Cursos en línea · Sazón');
    for (const at of ['/register', '/login', '/pricing', '/costos-servicios', '/politicas']) await head(at);
  } finally {
    await own.stop();
  }
});

test('every page says without scripts what it asks for, and leads on to the others', async () => {
  for (const at of ['/', '/list-courses', '/pricing', '/politicas', '/login', '/register', '/reset-password', '/dashboard', '/no-existe']) {
    const { text } = await page(at);
    const [, said = ''] = /<noscript>(.*)<\/noscript>/s.exec(text) ?? [];
    expect(said, at).toContain('activa JavaScript en tu navegador');
    for (const to of ['/', '/list-courses', '/pricing', '/costos-servicios', '/politicas']) expect(said, at).toContain(`<a href="${to}"`);
  }
  expect((await page('/login')).text).toContain('<h1>Iniciar sesión</h1>');
});

// rows: A42
test('a page of one’s own is not for search engines; an address that does not exist is a 404', async () => {
  const own = await page('/dashboard');
  expect(own.status).toBe(200);
  expect(own.text).toContain('<meta name="robots" content="noindex">');
  // One with a parameter too.
  expect((await page('/people/2')).status).toBe(200);
  const none = await page('/no-existe');
  expect(none.status).toBe(404);
  expect(none.text).toContain('noindex');
  expect((await page('/no-existe.png')).status).toBe(404);
});

test('robots and sitemap name public addresses only', async () => {
  const robots = await page('/robots.txt');
  expect(robots.text).toContain('Disallow: /api/');
  expect(robots.text).toContain('Sitemap: https://escuela.example/sitemap.xml');
  const sitemap = await page('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toContain('application/xml');
  const addresses = Array.from(sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g), (match) => match[1]);
  expect(addresses).toContain('https://escuela.example/list-courses');
  for (const address of addresses) {
    const answer = await page(new URL(address ?? '').pathname);
    expect(answer.status, address).toBe(200);
    expect(answer.text, address).toContain('rel="canonical"');
  }
});
