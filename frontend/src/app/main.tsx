import '../ui/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import '../i18n/i18n.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom';
import { asksForPast } from '../lib/asked-past.ts';
import { prepareEarly } from '../lib/early.ts';
import { keptAnswers } from '../lib/http.ts';
import { prepareInstall } from '../lib/install.ts';
import { startLanguage } from '../lib/language.ts';
import { SEEDS_ID, type Seeds, sow } from '../lib/seeds.ts';
import { keptKey } from '../lib/session.ts';
import { routes } from './routes.tsx';

keptAnswers(async (url) => (localStorage.getItem(keptKey) ? (await import('../lib/kept-courses.ts')).keptAnswer(url) : undefined));

/** A server-rendered page is hydrated, for which its lazy parts must be loaded before the first render. */
const ready = async (all: RouteObject[]): Promise<void> => {
  const matched = matchRoutes(all, globalThis.location) ?? [];
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
};

const start = async (): Promise<void> => {
  const element = document.getElementById('root');
  if (!element) throw new Error('#root is missing');
  const language = await startLanguage();
  const past = asksForPast();
  // The server renders in Spanish, which readers of English have not been shown (index.html), and as it is today.
  const drawn = language === 'es-MX' && !past && element.hasChildNodes() && element.dataset['path'] === globalThis.location.pathname;
  const seeds = document.getElementById(SEEDS_ID)?.textContent;
  if (seeds && !past) sow(JSON.parse(seeds) as Seeds);
  if (!drawn) {
    element.replaceChildren();
    element.removeAttribute('data-path');
  }
  if (drawn) await ready(routes);
  // Treated like a server-rendered page: it keeps the scroll position that the reader has reached.
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes, drawn ? { hydrationData: { loaderData: {} } } : {})} />
    </StrictMode>
  );
  prepareEarly();
  // In a transition: the page can be read and scrolled meanwhile.
  startTransition(() => {
    if (drawn) hydrateRoot(element, app);
    else createRoot(element).render(app);
  });
};

if (import.meta.env.PROD) prepareInstall();
// The rendered content stays readable; the notice is in the page itself (build.ts), because the code that shows notices may be what is missing.
start().catch((error: unknown) => {
  document.getElementById('falta')?.removeAttribute('hidden');
  throw error;
});
