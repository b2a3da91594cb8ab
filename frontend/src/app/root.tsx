import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { onEndedElsewhere } from '../lib/session.ts';
import { useDelayed } from '../ui/skeleton.tsx';
import '../ui/site.css';

const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })));

/** The toaster comes after the first paint, and not on the landing, which tells nothing by toasts. */
function LateToaster() {
  const { pathname } = useLocation();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (pathname === paths.home || wanted) return;
    const timer = setTimeout(() => setWanted(true), 300);
    return () => clearTimeout(timer);
  }, [pathname, wanted]);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}

/** A thin line along the top while the next page is on its way for longer than 150 ms. */
function NavigationLine() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <DelayedLine />;
}
function DelayedLine() {
  return useDelayed() ? <div className="linea-de-viaje" aria-hidden="true" /> : null;
}

export function Root() {
  // Logging out in one tab leads all tabs away; a new document forgets everything that this one held.
  useEffect(() => onEndedElsewhere(() => globalThis.location.assign(paths.login())), []);
  return (
    <>
      <NavigationLine />
      <Outlet />
      <LateToaster />
      <ScrollRestoration getKey={({ pathname, key }) => (pathname === paths.catalogue() ? pathname : key)} />
    </>
  );
}

/** Before the first page is known. The page's own skeleton follows. */
export function FirstPaint() {
  return useDelayed(400) ? <div className="linea-de-viaje" aria-hidden="true" /> : null;
}
