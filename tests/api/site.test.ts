import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedSite, SchoolInfo, SiteChange, SiteRecord } from '../../backend/api/contract/site.ts';
import type { LiveItem } from '../../backend/api/live/connection.ts';
import { openSchool, type School } from '../support/school.ts';

/** The public site as managed content: what a visitor reads, what an administrator changes, and what stays on record of it. */

let school: School;
let admin: string;
let student: string;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = (await school.login('admin')).token;
  student = (await school.login('estudiante')).token;
}, 120_000);
afterAll(() => school.stop());

const position = (answer: { headers: Headers }) => answer.headers.get('x-position') ?? '';
const read = async (at = '') =>
  (await school.ask('GET', '/api/sitio', { headers: at ? { 'x-min-position': at } : {} })).body as unknown as SiteRecord;
const managed = async (at = '') =>
  (await school.ask('GET', '/api/sitio/administrar', { token: admin, headers: at ? { 'x-min-position': at } : {} }))
    .body as unknown as ManagedSite;
const write = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  school.ask(method, path, { token: admin, ...(body !== undefined && { body }), headers });
const history = async (path: string) => (await school.ask('GET', `/api/sitio/${path}`, { token: admin })).body.cambios as SiteChange[];

describe('what a visitor reads', () => {
  test('needs no session and shows only what is visible, in order', async () => {
    const site = await read();
    expect(site.prensa.map(({ titulo }) => titulo)).toHaveLength(2);
    expect(site.prensa[0]?.titulo).toContain('Un millón de becas');
    expect(site.testimonios).toHaveLength(5);
    expect(site.canales.map(({ miembros }) => miembros)).toEqual([1250, 890, 2100, 650, 980, 420]);
    expect(site.cifras.every(({ fuente, responsable, fecha }) => fuente && responsable && /^\d{4}-\d\d-\d\d$/.test(fecha))).toBe(true);
    expect(site.escuela).toMatchObject({ nombre: 'Aulaviva', correo: 'hola@aulaviva.example' });
    expect(site.becas).toMatchObject({ tope: 1_000_000, otorgadas: 0, abierta: true });
  });

  test('answers say the values of policies and the price book (C-01, C-03)', async () => {
    const { preguntas, precios, politicas } = await read();
    expect(precios).toEqual([expect.objectContaining({ plan: 'premium', monto: 50, moneda: 'USD', periodo: 'mes' })]);
    const all = preguntas.map(({ respuesta }) => respuesta).join(' ');
    expect(all).toContain('$50.00 USD al mes');
    expect(all).toContain('30 días');
    expect(all).toContain('24 horas');
    expect(all).not.toMatch(/[{}]/);
    expect(politicas.find(({ clave }) => clave === 'reembolso')).toMatchObject({ valor: '30 días', cantidad: 30, version: 1 });
    expect(JSON.stringify(preguntas)).not.toContain('24/7');
  });

  test('in English it says what the school has translated, until the Spanish says something else', async () => {
    const inEnglish = async (at?: string) =>
      (await school.ask('GET', '/api/sitio?idioma=en', { headers: at ? { 'x-min-position': at } : {} })).body as unknown as SiteRecord;
    const { preguntas, politicas } = await inEnglish();
    expect([...preguntas, ...politicas].map(({ idioma }) => idioma)).not.toContain('es');
    const said = [...preguntas.map(({ respuesta }) => respuesta), ...politicas.map(({ texto, valor }) => `${texto} ${valor}`)].join(' ');
    for (const words of [
      '30 days',
      '24 hours',
      '4 business hours',
      'Monday to Friday, 10:00 to 18:00',
      '$50.00 USD a month',
      'credit or debit card',
    ])
      expect(said).toContain(words);
    expect(said).not.toMatch(/[{}]|días|horas/);
    expect((await read()).politicas.map(({ idioma }) => idioma)).not.toContain('en');

    const one = (await managed()).secciones.politicas.find(({ contenido }) => contenido.clave === 'acceso');
    const path = `/api/sitio/secciones/politicas/${one?.id}`;
    const put = (texto: string, more: object = {}) => write('PUT', path, { contenido: { ...one?.contenido, texto }, ...more });
    const access = async (answer: Parameters<typeof position>[0]) =>
      (await inEnglish(position(answer))).politicas.find(({ clave }) => clave === 'acceso');
    const changed = await put('Un curso que compras es tuyo diez años.');
    expect(await access(changed)).toMatchObject({ idioma: 'es', texto: 'Un curso que compras es tuyo diez años.' });
    const seen = async () => (await managed()).secciones.politicas.find(({ contenido }) => contenido.clave === 'acceso');
    expect((await seen())?.ingles).toMatchObject({ vigente: false });

    const ingles = { titulo: 'Access', texto: 'A course that you buy is yours for ten years.' };
    const translated = await put('Un curso que compras es tuyo diez años.', { ingles });
    expect(await access(translated)).toMatchObject({ idioma: 'en', titulo: 'Access', texto: ingles.texto, version: 2 });
    const [last] = await history('secciones/politicas/historial?limit=1');
    expect(last).toMatchObject({ tipo: 'SiteItemTranslated', cambios: [{ campo: 'ingles.titulo' }, { campo: 'ingles.texto' }] });

    const wrong = await put('x', { ingles: { titulo: 'Access', texto: '{nothing}' } });
    expect(wrong.body.code).toBe('UNKNOWN_VARIABLE');
    const elsewhere = await write('POST', '/api/sitio/secciones/empleadores', { contenido: { nombre: 'Una' }, ingles });
    expect(elsewhere.body).toMatchObject({ code: 'MALFORMED', errors: [{ path: 'ingles' }] });
    const before = { ...one?.ingles };
    const back = await put(String(one?.contenido.texto), { ingles: { titulo: before.titulo, texto: before.texto } });
    expect(await access(back)).toMatchObject({ idioma: 'en', texto: one?.ingles?.texto });
  });

  // rows: A17
  test('a policy that changes changes every answer that names it', async () => {
    const { secciones } = await managed();
    const policy = secciones.politicas.find(({ contenido }) => contenido.clave === 'respuestaPremium');
    const saved = await write('PUT', `/api/sitio/secciones/politicas/${policy?.id}`, {
      contenido: { ...policy?.contenido, cantidad: 12 },
      motivo: 'Más gente en soporte',
    });
    expect(saved.status).toBe(200);
    const { preguntas } = await read(position(saved));
    expect(preguntas.map(({ respuesta }) => respuesta).join(' ')).toContain('12 horas');
  });
});

describe('what an administrator does', () => {
  test('adds, edits, orders, hides, shows, removes and restores; a visitor sees each at once', async () => {
    const added = await write('POST', '/api/sitio/secciones/empleadores', { contenido: { nombre: 'Nueva Empresa' }, motivo: 'Convenio' });
    expect(added.status).toBe(201);
    const id = Number(added.body.id);
    expect((await read(position(added))).empleadores.at(-1)).toEqual({ id, nombre: 'Nueva Empresa', logo: null, enlace: null });

    const path = `/api/sitio/secciones/empleadores/${id}`;
    const edited = await write(
      'PUT',
      path,
      { contenido: { nombre: 'Nueva Empresa SA', enlace: 'https://nueva.example' } },
      { 'if-match': '1' },
    );
    expect(edited.status).toBe(200);
    expect((await read(position(edited))).empleadores.at(-1)).toMatchObject({
      nombre: 'Nueva Empresa SA',
      enlace: 'https://nueva.example',
    });
    const late = await write('PUT', path, { contenido: { nombre: 'Otra' } }, { 'if-match': '1' });
    expect(late.body.code).toBe('VERSION_CONFLICT');

    const order = (await read()).empleadores.map((one) => one.id);
    const moved = await write('PUT', '/api/sitio/secciones/empleadores/orden', { orden: [id, ...order.filter((one) => one !== id)] });
    expect((await read(position(moved))).empleadores[0]?.id).toBe(id);
    const wrong = await write('PUT', '/api/sitio/secciones/empleadores/orden', { orden: [id] });
    expect(wrong.body.code).toBe('ORDER_MISMATCH');

    const hidden = await write('POST', `${path}/ocultar`, { motivo: 'En revisión' });
    expect((await read(position(hidden))).empleadores.map((one) => one.id)).not.toContain(id);
    expect((await managed(position(hidden))).secciones.empleadores.find((one) => one.id === id)).toMatchObject({
      visible: false,
      quitado: false,
    });
    const back = await write('POST', `${path}/mostrar`, {});
    expect((await read(position(back))).empleadores.map((one) => one.id)).toContain(id);

    const removed = await write('DELETE', `${path}?motivo=Fin%20del%20convenio`);
    expect((await read(position(removed))).empleadores.map((one) => one.id)).not.toContain(id);
    expect((await write('POST', `${path}/mostrar`, {})).body.code).toBe('SITE_ITEM_REMOVED');
    const restored = await write('POST', `${path}/restaurar`, { motivo: 'Se renovó' });
    expect((await managed(position(restored))).secciones.empleadores.find((one) => one.id === id)).toMatchObject({
      visible: false,
      quitado: false,
    });

    const changes = await history('secciones/empleadores/historial?limit=3');
    expect(changes.map(({ tipo }) => tipo)).toEqual(['SiteItemRestored', 'SiteItemRemoved', 'SiteItemShown']);
    expect(changes[1]).toMatchObject({ quien: 'Renata Arriaga', motivo: 'Fin del convenio', elemento: { nombre: 'Nueva Empresa SA' } });
  });

  test('the history says what each edit changed, page by page', async () => {
    const first = await school.ask('GET', '/api/sitio/secciones/politicas/historial?limit=1', { token: admin });
    expect((first.body.cambios as SiteChange[])[0]).toMatchObject({
      tipo: 'PolicyEdited',
      motivo: 'Más gente en soporte',
      cambios: [{ campo: 'cantidad', antes: '24', despues: '12' }],
    });
    const cursor = first.headers.get('x-next-cursor');
    const second = await school.ask('GET', `/api/sitio/secciones/politicas/historial?limit=1&cursor=${cursor}`, { token: admin });
    expect((second.body.cambios as SiteChange[])[0]?.tipo).toBe('SiteItemTranslated');
    expect((await school.ask('GET', '/api/sitio/secciones/politicas/historial?cursor=x', { token: admin })).body.code).toBe('MALFORMED');
  });

  // rows: A17
  test('cannot remove a value that an answer uses', async () => {
    const unknown = await write('POST', '/api/sitio/secciones/preguntas', { contenido: { pregunta: '¿?', respuesta: 'Hay {nada}.' } });
    expect(unknown.body.code).toBe('UNKNOWN_VARIABLE');
    const { secciones } = await managed();
    const refund = secciones.politicas.find(({ contenido }) => contenido.clave === 'reembolso');
    expect((await write('DELETE', `/api/sitio/secciones/politicas/${refund?.id}`)).body.code).toBe('POLICY_IN_USE');
    expect((await write('POST', `/api/sitio/secciones/politicas/${refund?.id}/ocultar`, {})).body.code).toBe('POLICY_IN_USE');
    const twin = await write('POST', '/api/sitio/secciones/politicas', { contenido: { ...refund?.contenido } });
    expect(twin.body.code).toBe('CODE_TAKEN');
  });

  test.each([
    ['javascript:alert(1)', 'INVALID_ADDRESS'],
    ['//otro.example/x', 'INVALID_ADDRESS'],
    ['data:text/html,x', 'INVALID_ADDRESS'],
    ['https://bien.example/"onclick=', 'INVALID_ADDRESS'],
  ])('an address like %s is refused', async (enlace, code) => {
    const answer = await write('POST', '/api/sitio/secciones/empleadores', { contenido: { nombre: 'x', enlace } });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'contenido.enlace' })]);
  });

  // rows: A08
  test('a figure without source, owner or date is refused (C-33)', async () => {
    const claim = { lugar: 'empresas', cifra: '1', rotulo: 'x', fuente: 'f', responsable: 'r', fecha: '2026-01-01' };
    for (const field of ['fuente', 'responsable', 'fecha']) {
      const answer = await write('POST', '/api/sitio/secciones/cifras', { contenido: { ...claim, [field]: '' } });
      expect(answer.status, field).toBe(400);
    }
  });

  // rows: A18
  test('changes the school’s data; what is not named stays', async () => {
    const saved = await write('PUT', '/api/sitio/escuela', { telefono: '+52 664 000 0000', motivo: 'Número nuevo' });
    expect(saved.status).toBe(200);
    const headers = { 'x-min-position': position(saved) };
    const info = (await school.ask('GET', '/api/sitio/escuela', { headers })).body;
    expect(info).toMatchObject({ telefono: '+52 664 000 0000', correo: 'hola@aulaviva.example' });
    expect((await write('PUT', '/api/sitio/escuela', { color: '#ffee00' })).body.code).toBe('LOW_CONTRAST');
    expect((await write('PUT', '/api/sitio/escuela', { color: 'rojo' })).body.code).toBe('INVALID_COLOR');
    const changes = await history('escuela/historial?limit=1');
    expect(changes[0]?.cambios).toEqual([{ campo: 'telefono', antes: '+52 664 555 0100', despues: '+52 664 000 0000' }]);
  });

  // rows: A18
  test('says which sections have something to show and which policies stand, so that no page leads to one that is not there', async () => {
    const info = async (at = '') =>
      (await school.ask('GET', '/api/sitio/escuela', { headers: at ? { 'x-min-position': at } : {} })).body as unknown as SchoolInfo;
    const { politicas } = (await managed()).secciones;
    const privacy = politicas.find(({ contenido }) => contenido.clave === 'privacidad');
    const before = await info();
    expect(before.secciones).toContain('politicas');
    expect(before.politicas).toContain('privacidad');
    const hide = await write('POST', `/api/sitio/secciones/politicas/${privacy?.id}/ocultar`, {});
    expect(hide.status, hide.text).toBe(200);
    expect((await info(position(hide))).politicas).toEqual(before.politicas.filter((code) => code !== 'privacidad'));
    const back = await write('POST', `/api/sitio/secciones/politicas/${privacy?.id}/mostrar`, {});
    expect(back.status, back.text).toBe(200);
    expect((await info(position(back))).politicas).toContain('privacidad');
  });

  // rows: N08
  test('a video without captions needs a reason, once (N08)', async () => {
    const video = (subtitulos: boolean, titulo = 'Un minuto') => ({ enlace: 'https://youtu.be/LPZh9BOjkQs', titulo, subtitulos });
    const put = (body: object) => write('PUT', '/api/sitio/escuela', body);
    expect((await put({ video: { ...video(false), enlace: 'https://youtu.be/aqz-KE-bpKQ' } })).body.code).toBe('CAPTIONS_REQUIRED');
    expect((await put({ video: video(false), motivo: 'No tiene voz' })).status).toBe(200);
    expect((await put({ video: video(false, 'Otro título') })).status).toBe(200);
    expect((await put({ video: video(true) })).status).toBe(200);
    expect((await put({ video: video(false) })).body.code).toBe('CAPTIONS_REQUIRED');
  });

  test('hours that end before they begin are refused', async () => {
    const hours = { dias: [1], abre: '10:00', cierra: '18:00' };
    const save = async (part: object) => (await write('PUT', '/api/sitio/escuela', { horario: { ...hours, ...part } })).body;
    expect(await save({ cierra: '09:00' })).toMatchObject({ code: 'INVALID_HOURS', errors: [{ path: 'horario.cierra' }] });
    expect((await save({ dias: [] })).code).toBe('REQUIRED_FIELDS');
  });

  test('the history of one item tells its own changes and its moves; that of the school names each field', async () => {
    const made = await write('POST', '/api/sitio/secciones/prensa', {
      contenido: { fuente: 'Radio', titulo: 'Una nota', extracto: 'x' },
    });
    const id = Number(made.body.id);
    const { secciones } = await managed(position(made));
    const order = secciones.prensa.filter(({ quitado }) => !quitado).map((one) => one.id);
    await write('PUT', '/api/sitio/secciones/prensa/orden', { orden: [id, ...order.filter((one) => one !== id)] });
    await write('POST', `/api/sitio/secciones/prensa/${id}/ocultar`, { motivo: 'Falta permiso' });
    const changes = await history(`secciones/prensa/historial?elemento=${id}`);
    expect(changes.map(({ tipo }) => tipo)).toEqual(['SiteItemHidden', 'SiteItemsReordered', 'PressAdded']);
    expect(changes[0]).toMatchObject({ motivo: 'Falta permiso', quien: 'Renata Arriaga' });
    expect(changes[1]?.cambios).toEqual([{ campo: 'lugar_en_la_lista', antes: String(order.length), despues: '1' }]);
    const hours = { dias: [1, 2, 3, 4, 5], abre: '09:00', cierra: '18:00' };
    await write('PUT', '/api/sitio/escuela', { horario: hours, video: null });
    // The event behind it can be read.
    const [{ flujo, version, tipo }] = (await history('escuela/historial?limit=1')) as [SiteChange];
    const stored = await school.ask('GET', `/api/historial/evento?flujo=${flujo}&numero=${version}`, { token: admin });
    expect(stored.body).toMatchObject({ tipo, numero: version });
    expect((await history('escuela/historial?limit=1'))[0]?.cambios).toEqual([
      { campo: 'horario.abre', antes: '10:00', despues: '09:00' },
      { campo: 'video.enlace', antes: expect.any(String), despues: null },
      { campo: 'video.titulo', antes: expect.any(String), despues: null },
      { campo: 'video.subtitulos', antes: 'true', despues: null },
    ]);
  });

  test('sets the price of Premium from a day on, never for a day that is over', async () => {
    const past = await write('POST', '/api/sitio/precios', { monto: 60, moneda: 'USD', desde: '2020-01-01' });
    expect(past.body.code).toBe('PRICE_IN_PAST');
    expect((await write('POST', '/api/sitio/precios', { monto: 0, moneda: 'USD', desde: '2999-01-01' })).body.code).toBe(
      'PRICE_NOT_POSITIVE',
    );
    const future = await write('POST', '/api/sitio/precios', { monto: 60, moneda: 'USD', desde: '2999-01-01' });
    expect((await read(position(future))).precios).toEqual([expect.objectContaining({ monto: 50 })]);
    expect((await managed()).precios.map(({ monto, vigente }) => [monto, vigente])).toEqual([
      [60, false],
      [50, true],
    ]);
  });

  // rows: B06
  test('takes a planned price back before its first day, on record, and never one that holds', async () => {
    const planned = await write('POST', '/api/sitio/precios', { monto: 75, moneda: 'USD', desde: '2998-01-01' });
    expect(planned.status).toBe(200);
    const gone = await write('DELETE', '/api/sitio/precios/premium/2998-01-01?motivo=Se%20pospone');
    expect(gone.status).toBe(200);
    await read(position(gone));
    expect((await managed()).precios.map(({ monto }) => monto)).not.toContain(75);
    expect((await history('precios/historial?limit=1'))[0]).toMatchObject({
      tipo: 'PlanPriceCancelled',
      motivo: 'Se pospone',
      cambios: [{ campo: 'premium', antes: '$75.00 USD desde 2998-01-01' }],
    });
    expect((await write('DELETE', '/api/sitio/precios/premium/2998-01-01')).body.code).toBe('PRICE_NOT_FOUND');
    for (const monto of [80, 90]) await write('POST', '/api/sitio/precios', { monto, moneda: 'USD', desde: '2998-01-01' });
    await read(position(await write('DELETE', '/api/sitio/precios/premium/2998-01-01')));
    expect((await managed()).precios.flatMap(({ desde, monto }) => (desde === '2998-01-01' ? [monto] : []))).toEqual([80]);
    expect((await history('precios/historial?limit=1'))[0]?.cambios).toEqual([
      { campo: 'premium', antes: '$90.00 USD desde 2998-01-01', despues: '$80.00 USD desde 2998-01-01' },
    ]);
    await read(position(await write('DELETE', '/api/sitio/precios/premium/2998-01-01')));
    const [current] = (await managed()).precios.filter(({ vigente }) => vigente);
    expect((await write('DELETE', `/api/sitio/precios/premium/${current?.desde}`)).body.code).toBe('PRICE_STARTED');
    expect((await read(position(gone))).precios).toEqual([expect.objectContaining({ monto: 50 })]);
  });
});

test('the management of the site is for administrators only', async () => {
  for (const token of [student, undefined]) {
    const code = token ? 'FORBIDDEN' : 'AUTH_REQUIRED';
    expect((await school.ask('GET', '/api/sitio/administrar', { token })).body.code).toBe(code);
    expect((await school.ask('POST', '/api/sitio/secciones/prensa', { token, body: {} })).body.code).toBe(code);
    expect((await school.ask('GET', '/api/sitio/secciones/prensa/historial', { token })).body.code).toBe(code);
  }
});

test('an open page is told of a change of the site', async () => {
  const { io } = await import('socket.io-client');
  const socket = io(school.url, { transports: ['websocket'], auth: { from: null, topics: ['sitio'] } });
  const told = new Promise<LiveItem>((resolve) =>
    socket.on('batch', ({ items }: { items: LiveItem[] }) => {
      const found = items.find(({ topic }) => topic === 'sitio');
      if (found) resolve(found);
    }),
  );
  await new Promise<void>((resolve) => socket.once('batch', () => resolve()));
  await write('POST', '/api/sitio/secciones/canales/1/ocultar', {});
  expect(await told).toMatchObject({ id: 'channels' });
  socket.close();
});
