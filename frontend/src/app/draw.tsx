import '../i18n/i18n.ts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router-dom';
import { addresses } from '../../../backend/api/contract/addresses.ts';
import type { DrawnPath } from '../../../backend/api/contract/pages.ts';
import type { SchoolInfo } from '../../../backend/api/contract/site.ts';
import { idOfSlug } from '../../../backend/api/contract/slug.ts';
import { wholeCatalogue } from '../domain/use-found.ts';
import { googleKey } from '../features/auth/other-ways.tsx';
import { healthKey } from '../features/auth/use-demo.ts';
import { drawDaysIn } from '../features/course-detail/long-date.ts';
import { front } from '../features/landing/use-front.ts';
import { addressOf } from '../lib/calls.ts';
import { paths } from '../lib/paths.ts';
import { schoolRead } from '../lib/school.ts';
import { SEEDS_ID, type Seeds, sow } from '../lib/seeds.ts';
import { routes } from './routes.tsx';

/** The data of every page, rendered on the server or not: key of the read → the call to make. */
const everywhere: Readonly<Record<string, string>> = { [schoolRead.key]: schoolRead.url };
/** The ways to sign in. With them from the first paint on the form keeps its place. */
const ways: Readonly<Record<string, string>> = {
  ...everywhere,
  [googleKey]: addressOf(calls.googleState, undefined),
  [healthKey]: addresses.health,
};
/** What says that the school is the demo, whose pages lead to its mailbox. */
const mailbox: Readonly<Record<string, string>> = { ...everywhere, [healthKey]: addresses.health };
const brought: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [paths.login()]: ways,
  [paths.register()]: ways,
  [paths.verifyNotice()]: mailbox,
};
/** The data that comes with a page which the browser renders. */
export const broughtTo = (address: string): Readonly<Record<string, string>> => brought[address] ?? everywhere;

/** By page, the additional data that it is rendered from. */
const reads: Readonly<Record<DrawnPath, (params: Readonly<Record<string, string | undefined>>) => Record<string, string>>> = {
  '/': () => ({ [front.key]: front.url }),
  '/list-courses': () => ({ [wholeCatalogue.key]: wholeCatalogue.url }),
  '/cursos/:slug': ({ slug = '' }) => {
    const id = idOfSlug(slug);
    return id === null ? {} : { [`esquema:${id}`]: addressOf(calls.getOutline, id) };
  },
};
/** The reads that the page at an address is rendered from. */
export const readsOf = (address: string): Record<string, string> => {
  for (const [path, readsAt] of Object.entries(reads)) {
    const found = matchPath(path, address);
    if (found) return { ...everywhere, ...readsAt(found.params) };
  }
  return everywhere;
};

/** The id of the element with the data that a page was rendered from. */
export const seedsId = SEEDS_ID;

/** The HTML of a page as a visitor first sees it, in Spanish, with days in the school's zone. Rejects where the address redirects. */
export const render = async (path: string, seeds: Seeds): Promise<string> => {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const page = (
    <StrictMode>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>
  );
  // Nothing is awaited in between: the seeds of two pages must not mix.
  sow(seeds);
  const school = seeds[schoolRead.key]?.data as SchoolInfo | undefined;
  if (school) drawDaysIn(school.zona);
  try {
    return renderToString(page);
  } finally {
    sow({});
  }
};
