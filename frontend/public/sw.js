/**
 * The installed application without a connection: one page that says so. Nothing else is cached here: files with a hash in their name are cached by
 * the browser for ever, and data must never be older than the server's answer.
 */
const kept = 'aulaviva-offline-3';
const page = '/offline.html';
/** The files of that page. */
const parts = ['/icon.svg', '/offline.js'];

self.addEventListener('install', (event) => {
  // Files with a hash in their name and data are the network's alone: the browser need not ask here about each of them.
  for (const pathname of ['/assets/*', '/api/*'])
    event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname }) }, source: 'network' });
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll([page, ...parts])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name))))
      // The page is requested while this worker starts.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

const fresh = async (event) => (await event.preloadResponse) ?? fetch(event.request);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(fresh(event).catch(() => caches.match(page)));
  else if (request.method === 'GET') {
    const part = parts.find((one) => one === new URL(request.url).pathname);
    if (part) event.respondWith(fetch(request).catch(() => caches.match(part)));
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
