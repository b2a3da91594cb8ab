/**
 * The installed application without a connection: one page that says so, and the courses that a person keeps on this device (lib/kept-courses.ts), whose
 * page, files and pictures are answered from their cache where the school cannot be reached. Nothing else is cached here: files with a hash in their
 * name are cached by the browser for ever, and data must never be older than the server's answer.
 */
const kept = 'aulaviva-offline-4';
const courses = 'aulaviva-cursos';
const page = '/offline.html';
/** The files of that page. */
const parts = ['/icon.svg', '/offline.js'];

self.addEventListener('install', (event) => {
  // The browser need not ask here about each file and each answer. A file with a hash in its name is the same wherever it is kept.
  for (const [pathname, source] of [
    ['/assets/*', { cacheName: courses }],
    ['/api/files/*', 'fetch-event'],
    ['/api/*', 'network'],
  ])
    event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname }) }, source });
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll([page, ...parts])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== kept && name !== courses).map((name) => caches.delete(name))))
      // The page is requested while this worker starts.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

const fresh = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** The page of a kept course, wherever in the course the address leads. */
const keptPage = (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const course = pathname === '/courses' && searchParams.get('courseId');
  return course ? caches.match(`/courses?courseId=${course}`, { cacheName: courses }) : undefined;
};
const keptPart = async (request) => (await caches.match(request, { cacheName: courses })) ?? Response.error();

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(fresh(event).catch(async () => (await keptPage(request)) ?? caches.match(page)));
  else if (request.method === 'GET') {
    const { origin, pathname } = new URL(request.url);
    // From here a picture of another house could not be asked for: what a worker asks for is bound by `connect-src`, not by `img-src`.
    if (origin !== self.location.origin) return;
    const part = parts.find((one) => one === pathname);
    if (part) event.respondWith(fetch(request).catch(() => caches.match(part)));
    else if (request.destination === 'image') event.respondWith(fetch(request).catch(() => keptPart(request)));
  }
});

/** What the school pushes, sealed for this browser: shown once, whatever repeats come, for they carry the same number. */
self.addEventListener('push', (event) => {
  let said = null;
  try {
    said = event.data?.json();
  } catch {
    // Not of the school.
  }
  if (typeof said?.titulo !== 'string') return;
  event.waitUntil(
    self.registration.showNotification(said.titulo, {
      body: said.mensaje,
      tag: `aviso-${said.id}`,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      lang: 'es-MX',
      requireInteraction: said.tipo === 'urgent',
      data: { enlace: said.enlace },
    }),
  );
});

/** A press leads to the page that it names, in a window that is open already where there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const own = self.location.origin;
  const path = String(event.notification.data?.enlace ?? '/');
  const address = URL.canParse(path, own) && new URL(path, own).origin === own ? new URL(path, own).href : own;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (!open) return self.clients.openWindow(address);
      await open.focus();
      return open.navigate(address);
    }),
  );
});
