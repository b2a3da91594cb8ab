import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The device: one cache with a bound, and the school's answers by address. */
const device = { cached: new Map<string, Response>(), room: Number.POSITIVE_INFINITY };
const pathOf = (url: string) => new URL(url, 'http://escuela.mx').pathname + new URL(url, 'http://escuela.mx').search;
const cache = {
  put: async (url: string, answer: Response) => {
    if (device.cached.size >= device.room && !device.cached.has(url)) throw new DOMException('full', 'QuotaExceededError');
    device.cached.set(url, answer);
  },
  keys: async () => [...device.cached.keys()].map((url) => ({ url: `http://escuela.mx${url}` })),
  delete: async (url: string) => device.cached.delete(pathOf(url)),
};
const school = { release: 'a', status: {} as Record<string, number>, during: undefined as (() => Promise<unknown>) | undefined };
const html = () => `<script src="/assets/${school.release}.js"></script>`;
const body = (url: string): string => {
  if (url.startsWith('/courses')) return html();
  if (url.startsWith('/assets/')) return 'code';
  const outline = { curso: { nombre: 'Uno' }, modulos: [{ id_modulo: 1, sesiones: [{ id_sesion: 5 }] }] };
  return JSON.stringify({ ...outline, inscrito: true, modulos: [{ id_modulo: 1, abierto: true, sesiones: [{ id_sesion: 5 }] }] });
};
const load = async () => ({ ...(await import('./kept-courses.ts')), ...(await import('./session.ts')) });

beforeEach(() => {
  vi.resetModules();
  device.cached.clear();
  Object.assign(device, { room: Number.POSITIVE_INFINITY });
  Object.assign(school, { release: 'a', status: {}, during: undefined });
  localStorage.clear();
  localStorage.setItem('aulaviva.quien', '7');
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'aulaviva.sesion=1;path=/';
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => device.cached.clear() });
  vi.stubGlobal('fetch', async (url: string) => {
    await school.during?.();
    const status = school.status[url] ?? 200;
    const bytes = new TextEncoder().encode(status === 200 ? body(url) : JSON.stringify({ code: 'NOT_FOUND', message: '' }));
    // The document's Blob here is another one than that of its answers.
    return Object.assign(new Response(bytes, { status }), { blob: async () => Object.assign(bytes, { size: bytes.length }) });
  });
});
afterEach(() => vi.unstubAllGlobals());
const known = () => JSON.parse(localStorage.getItem('aulaviva.cursos') ?? 'null') as { courses: { id: number; at: string }[] } | null;
/** It was kept two days ago. */
const old = () => {
  const all = known();
  const courses = all?.courses.map((one) => ({ ...one, at: new Date(Date.now() - 2 * 86_400_000).toISOString() })) ?? [];
  localStorage.setItem('aulaviva.cursos', JSON.stringify({ ...all, courses }));
  return courses[0] as never;
};

// rows: O03
test('a course for which there is no room leaves nothing of it; one that was kept stays whole as it was', async () => {
  const { keepCourse } = await load();
  await keepCourse(7, 1);
  const before = [...device.cached.keys()].sort();
  expect(before).toContain('/assets/a.js');
  device.room = device.cached.size;
  school.release = 'b';
  await expect(keepCourse(7, 1)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await device.cached.get('/courses?courseId=1')?.text(), 'a page without its files would not open').toContain('/assets/a.js');
  device.room += 1;
  await expect(keepCourse(7, 2)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect([...device.cached.keys()].sort()).toEqual(before);
});

// rows: O03
test('what is taken anew does not come back where it was taken away meanwhile, nor for who has logged out', async () => {
  const { keepCourse, refreshCourse, dropCourse, dropKept } = await load();
  await keepCourse(7, 1);
  school.during = () => dropCourse(1);
  await refreshCourse(7, old());
  expect([known(), device.cached.size]).toEqual([null, 0]);
  school.during = async () => {
    localStorage.removeItem('aulaviva.quien');
    dropKept();
  };
  await expect(keepCourse(7, 1)).rejects.toMatchObject({ code: 'AUTH_REQUIRED' });
  expect([known(), device.cached.size]).toEqual([null, 0]);
});

// rows: O03
test('a kept course goes where the school gives it no more, and not for a file of another release that is missing', async () => {
  const { keepCourse, refreshCourse } = await load();
  await keepCourse(7, 1);
  school.status = { '/assets/a.js': 404 };
  await refreshCourse(7, old());
  expect(known()?.courses).toHaveLength(1);
  school.status = { '/api/cursos/esquema/1': 404 };
  await refreshCourse(7, old());
  expect(known()).toBeNull();
});
