import { pages, type Routed } from 'virtual:pages';
import { type RouteObject, replace } from 'react-router-dom';
import type { Who } from '../../../backend/api/contract/pages.ts';
import { asksForPast } from '../lib/asked-past.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { loadSession } from '../lib/session.ts';
import { ErrorScreen } from './error-screen.tsx';
import { guard, oldEditor } from './guards.tsx';
import { exists } from './places.ts';
import { FirstPaint, Root } from './root.tsx';

const loaderOf = (who: Who, to: string | undefined) =>
  to
    ? async (context: { request: Request }) => {
        const refused = await guard(who, exists)(context);
        if (refused) return refused;
        const { pathname, search } = new URL(context.request.url);
        if (to === 'editor') return replace(oldEditor({ pathname, search }, (await loadSession())?.user_role ?? 0));
        const [page, query = ''] = to.split('?');
        // Nothing links here: the address was typed, and going back must not lead here again.
        return replace(page + (search || (query && `?${query}`)));
      }
    : guard(who, exists);

const route = ({ path, who, load, to }: Routed): RouteObject => ({
  path,
  // No loader where nothing must be checked: a server-rendered page is then complete at once.
  ...(who !== 'anyone' || to ? { loader: loaderOf(who, to) } : {}),
  ...(load ? { lazy: lazyRoute(load) } : { Component: FirstPaint }),
});
const inShell = (shell: Routed['shell']) => pages.filter((page) => page.shell === shell).map(route);
const studentShell = () => import('./student-shell.tsx');
/** The frame of pages for everybody; somebody signed in who looks at the past has that of learners, which shows the moment. Each change of the moment loads a new document. */
const frameOf = (load: Parameters<typeof lazyRoute>[0]) =>
  lazyRoute(async () => (asksForPast() && (await loadSession()) ? studentShell() : load()));
/** An error inside a shell is shown within the shell. */
const within = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorScreen inShell />, children }];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: FirstPaint,
    children: [
      ...inShell('none'),
      ...(import.meta.env.DEV ? [{ path: '/ui', lazy: lazyRoute(() => import('./dev/controls-page.tsx')) }] : []),
      { lazy: frameOf(() => import('./catalogue-layout.tsx')), children: within(inShell('catalogue')) },
      { lazy: frameOf(() => import('./public-layout.tsx')), children: within(inShell('public')) },
      { lazy: frameOf(() => import('./form-layout.tsx')), children: within(inShell('form')) },
      { lazy: lazyRoute(studentShell), children: within(inShell('student')) },
      { lazy: lazyRoute(() => import('./office-shell.tsx')), children: within(inShell('office')) },
    ],
  },
];
