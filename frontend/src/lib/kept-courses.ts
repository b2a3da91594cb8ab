import { useSyncExternalStore } from 'react';
import { addressOf } from './calls.ts';
import { personHeader, refusalOf, unreached } from './http.ts';
import { owedLogout } from './owed-logout.ts';
import { paths } from './paths.ts';
import { noteServed } from './served-from.ts';
import { dropKept, keptCache, keptKey, likelySignedIn, whoIsIn } from './session.ts';

/**
 * Courses that a person keeps on this device, to read them without a connection (O03). One cache holds, by address, the page, its files and the
 * answers that the page asks for; localStorage says which courses these are, so that every page and the offline page know it at once.
 *
 * What is kept answers only where the school cannot be reached (`keptAnswer`; the page itself: public/sw.js), only to the person who kept it, and
 * for 30 days. It goes when they log out, when the school ends their session, and when somebody else signs in with this browser (session.ts).
 */
export interface KeptCourse {
  id: number;
  title: string;
  /** When the school gave it (ISO). */
  at: string;
  bytes: number;
  /** Where its parts are in the cache. */
  urls: string[];
}
interface Kept {
  userId: number;
  courses: readonly KeptCourse[];
}

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 30 * DAY_MS;
export const MOST_COURSES = 20;
const TOGETHER = 4;
const JSON_TYPE = 'application/json';

const read = (): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(keptKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
};
const isYoung = ({ at }: KeptCourse): boolean => Date.now() - Date.parse(at) < KEPT_MS;
const isIn = (userId: number): boolean => owedLogout() === null && likelySignedIn() && whoIsIn() === String(userId);
/** What the person of this page has kept; nothing of anybody else. */
const ofPerson = (): readonly KeptCourse[] => {
  const kept = read();
  return kept && isIn(kept.userId) ? kept.courses.filter(isYoung) : none;
};
const none: readonly KeptCourse[] = [];

let courses: readonly KeptCourse[] = [];
const listeners = new Set<() => void>();
const refresh = (): void => {
  courses = ofPerson();
  for (const listener of listeners) listener();
};
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === keptKey || key === null) refresh();
});
refresh();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** This browser can keep a course; without a service worker its page could not be opened. */
export const canKeep = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;
export const useKept = (courseId: number): KeptCourse | undefined =>
  useSyncExternalStore(
    subscribe,
    () => courses,
    () => none,
  ).find(({ id }) => id === courseId);

/** Takes away whatever no kept course has. */
const prune = async (): Promise<void> => {
  const wanted = new Set(read()?.courses.flatMap(({ urls }) => urls));
  if (wanted.size === 0) return dropKept();
  const cache = await caches.open(keptCache);
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname + new URL(url).search)) await cache.delete(url);
};
const write = async (userId: number, next: readonly KeptCourse[]): Promise<void> => {
  localStorage.setItem(keptKey, JSON.stringify({ userId, courses: next } satisfies Kept));
  await prune();
  refresh();
};

/** The answer to a GET from what is kept; undefined where nothing is. */
export async function keptAnswer(url: string): Promise<{ data: unknown; headers: Headers } | undefined> {
  if (ofPerson().length === 0) return undefined;
  const { pathname, search } = new URL(url, location.origin);
  const found = await caches.match(pathname + search, { cacheName: keptCache, ignoreVary: true });
  if (!found) return undefined;
  const given = Date.parse(found.headers.get('date') ?? '');
  if (Number.isFinite(given)) noteServed(given);
  return { data: await found.json(), headers: found.headers };
}

export async function dropCourse(courseId: number): Promise<void> {
  const kept = read();
  const left = kept?.courses.filter(({ id }) => id !== courseId) ?? [];
  if (kept && left.length > 0) return write(kept.userId, left);
  dropKept();
  refresh();
}

const ask = async (url: string, accept: string): Promise<Response> => {
  let answer: Response;
  try {
    answer = await fetch(url, {
      credentials: 'same-origin',
      headers: { accept, ...(accept === JSON_TYPE && personHeader()) },
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    throw unreached();
  }
  if (answer.ok) return answer;
  // That a file is missing, of another release maybe, says nothing of the course.
  if (accept !== JSON_TYPE) throw unreached();
  throw refusalOf(answer.status, await answer.json().catch(() => null), (name) => answer.headers.get(name));
};
/** As it is put into the cache: its body has been decoded, and what it varies by does not matter here. */
const copyOf = async (answer: Response): Promise<{ response: Response; size: number }> => {
  const body = await answer.blob();
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  return { response: new Response(body, { headers }), size: body.size };
};

interface Parts {
  views?: Record<string, (string | number)[]>;
  files?: string[];
}
/** The files of the page: those that it names, those of its view, and those that this page has loaded since, which the build's loader notes as links. */
const filesOf = (html: string): string[] => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { views = {}, files = [] } = JSON.parse(page.getElementById('partes')?.textContent ?? '{}') as Parts;
  const ofView = (views[paths.course(null)] ?? []).flatMap((part) => files[Number(part)] ?? []);
  const named = [page, document].flatMap((one) =>
    [...one.querySelectorAll('script[src], link[href]')].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href') ?? ''),
  );
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const found = [...named, ...ofView, ...loaded].flatMap((name) => {
    const { origin, pathname } = new URL(name, location.origin);
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : [];
  });
  return [...new Set(found)];
};
/** Pictures of our own in the texts of a course. Those of other houses, and videos, need a connection. */
const picturesOf = (text: string): string[] =>
  [...text.matchAll(/(?:!\[[^\]]*\]\(|"img_curso":"|<img src=\\?")(\/[^)"\s\\]+)/g)].flatMap(([, address]) => address ?? []);

interface Outline {
  curso: { nombre: string };
  modulos: { id_modulo: number; sesiones: { id_sesion: number }[] }[];
}
interface Learner {
  inscrito: boolean;
  modulos: { id_modulo: number; abierto: boolean }[];
}

/**
 * Keeps a course as the school gives it now, whole or not at all. `step` says how many of its parts are here; `anew`: only where it is kept still. Throws
 * what the school refuses, and where this device has no room (QuotaExceededError).
 */
export async function keepCourse(
  userId: number,
  courseId: number,
  step: (done: number, of: number) => void = () => undefined,
  anew = false,
): Promise<void> {
  const copies = new Map<string, { response: Response; size: number }>();
  let expected = 4;
  const take = async (url: string, accept = JSON_TYPE): Promise<string> => {
    const copy = await copyOf(await ask(url, accept));
    copies.set(url, copy);
    step(copies.size, Math.max(expected, copies.size));
    return copy.response.clone().text();
  };
  const takeAll = async (urls: readonly string[], accept?: string): Promise<string[]> => {
    const texts: string[] = [];
    for (let at = 0; at < urls.length; at += TOGETHER)
      texts.push(...(await Promise.all(urls.slice(at, at + TOGETHER).map((url) => take(url, accept)))));
    return texts;
  };
  const answers = [
    addressOf(calls.me, undefined),
    addressOf(calls.getOutline, courseId),
    addressOf(calls.learnerCourse, { userId, courseId }),
  ] as const;
  const [, outlineText = '', learnerText = ''] = await takeAll(answers);
  const { curso, modulos } = JSON.parse(outlineText) as Outline;
  const learner = JSON.parse(learnerText) as Learner;
  if (!learner.inscrito) throw refusalOf(403, { code: 'NOT_ENROLLED' }, () => null);
  const open = new Set(learner.modulos.flatMap(({ id_modulo, abierto }) => (abierto ? [id_modulo] : [])));
  const classes = modulos.filter(({ id_modulo }) => open.has(id_modulo)).flatMap(({ sesiones }) => sesiones);
  const page = paths.course(courseId);
  const files = filesOf(await take(page, 'text/html'));
  expected = copies.size + classes.length + files.length;
  const texts = await takeAll(classes.map(({ id_sesion }) => addressOf(calls.listSubtopics, id_sesion)));
  await takeAll(files, '*/*');
  for (const picture of new Set(picturesOf(outlineText + texts.join('')))) await take(picture, 'image/*').catch(() => undefined);

  const cache = await caches.open(keptCache);
  try {
    // The page after its files: without them it would not open.
    for (const [url, { response }] of [...copies].reverse()) await cache.put(url, response);
    // Meanwhile they may have logged out, in another page.
    if (!isIn(userId)) throw refusalOf(401, { code: 'AUTH_REQUIRED' }, () => null);
  } catch (error) {
    await prune();
    throw error;
  }
  const bytes = [...copies.values()].reduce((sum, { size }) => sum + size, 0);
  const now: KeptCourse = { id: courseId, title: curso.nombre, at: new Date().toISOString(), bytes, urls: [...copies.keys()] };
  const before = read();
  if (anew && !before?.courses.some(({ id }) => id === courseId)) return prune();
  const others = before?.userId === userId ? before.courses.filter((one) => one.id !== courseId && isYoung(one)) : [];
  await write(userId, [now, ...others].slice(0, MOST_COURSES));
}

/** What has been kept for a day is taken anew; what the school no longer gives goes. */
export async function refreshCourse(userId: number, kept: KeptCourse): Promise<void> {
  if (Date.now() - Date.parse(kept.at) < DAY_MS || !navigator.onLine) return;
  try {
    await keepCourse(userId, kept.id, undefined, true);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 403 || status === 404) await dropCourse(kept.id);
  }
}
