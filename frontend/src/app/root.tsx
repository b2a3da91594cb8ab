import { Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { offersEnglish } from '../lib/language.ts';
import { lazyPart } from '../lib/lazy-route.ts';
import { paths } from '../lib/paths.ts';
import { likelySignedIn, onEndedElsewhere } from '../lib/session.ts';
import { useDelayed } from '../ui/skeleton.tsx';
import { CourseOverlay } from './course-overlay.tsx';
import '../ui/site.css';

/** The toaster comes after the first paint, and not on the landing, which tells nothing by toasts. Where it cannot be had, the page stands without it until the network is back. */
function LateToaster() {
  const { pathname } = useLocation();
  const [Toaster, setToaster] = useState<React.ComponentType | null>(null);
  const wanted = pathname !== paths.home && !Toaster;
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    const load = () =>
      void import('../ui/toaster.tsx').then(
        (module) => here && setToaster(() => module.Toaster),
        () => undefined,
      );
    const timer = setTimeout(load, 300);
    addEventListener('online', load);
    return () => {
      here = false;
      clearTimeout(timer);
      removeEventListener('online', load);
    };
  }, [wanted]);
  return Toaster ? <Toaster /> : null;
}

/** A thin line along the top while the next page is on its way for longer than 150 ms. */
function NavigationLine() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <DelayedLine />;
}
function DelayedLine() {
  return useDelayed() ? <div className="linea-de-viaje" aria-hidden="true" /> : null;
}

const LanguageOffer = lazyPart(() => import('./language-offer.tsx').then((module) => module.LanguageOffer));

export function Root() {
  // Asked after the first paint, which is the same for everyone.
  const [offering, setOffering] = useState(false);
  useEffect(() => setOffering(offersEnglish() && !likelySignedIn()), []);
  // Logging out in one tab leads all tabs away; a new document forgets everything that this one held.
  useEffect(() => onEndedElsewhere((cause) => cause === 'ended' && globalThis.location.assign(paths.login())), []);
  return (
    <>
      <NavigationLine />
      <Outlet />
      <CourseOverlay />
      {offering ? (
        <Suspense fallback={null}>
          <LanguageOffer onDone={() => setOffering(false)} />
        </Suspense>
      ) : null}
      <LateToaster />
      <ScrollRestoration getKey={({ pathname, key }) => (pathname === paths.catalogue() ? pathname : key)} />
    </>
  );
}

/** Before the first page is known. The page's own skeleton follows. */
export function FirstPaint() {
  return useDelayed(400) ? <div className="linea-de-viaje" aria-hidden="true" /> : null;
}
