import { Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { pressEarly } from '../lib/early.ts';
import { offersEnglish } from '../lib/language.ts';
import { lazyPart, withTexts } from '../lib/lazy-route.ts';
import { backTo, paths } from '../lib/paths.ts';
import { likelySignedIn, onEndedElsewhere, useMaybeSession } from '../lib/session.ts';
import { useDelayed } from '../ui/skeleton.tsx';
import { CourseOverlay } from './course-overlay.tsx';
import '../ui/site.css';

/** A part that is loaded after the first paint. Where it cannot be downloaded, the page does without it until the network is back. */
function Late({ load }: { load: () => Promise<React.ComponentType> }) {
  const [Part, setPart] = useState<React.ComponentType | null>(null);
  useEffect(() => {
    const go = () =>
      void withTexts(load).then(
        (part) => setPart(() => part),
        () => undefined,
      );
    const timer = setTimeout(go, 300);
    addEventListener('online', go);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', go);
    };
  }, [load]);
  return Part ? <Part /> : null;
}
const toaster = () => import('../ui/toaster.tsx').then((module) => module.Toaster);
const viewingBanner = () => import('./viewing-banner.tsx').then((module) => module.ViewingBanner);
const idleGuard = () => import('./idle-guard.tsx').then((module) => module.IdleGuard);

/** A thin line along the top while loading the next page takes longer than 150 ms. */
function NavigationLine() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <DelayedLine />;
}
function DelayedLine() {
  return useDelayed() ? <div className="loading-line" aria-hidden="true" /> : null;
}

const LanguageOffer = lazyPart(() => import('./language-offer.tsx').then((module) => module.LanguageOffer));

export function Root() {
  // The first paint is the same for everyone; the offer is requested after it.
  const [offering, setOffering] = useState(false);
  useEffect(() => setOffering(offersEnglish() && !likelySignedIn()), []);
  useEffect(pressEarly, []);
  const user = useMaybeSession();
  const { pathname } = useLocation();
  // When a session ends in one tab, all tabs leave their page; loading a new document forgets everything that the old one held.
  useEffect(() => onEndedElsewhere((cause) => globalThis.location.assign(cause === 'logout' ? paths.login() : backTo(cause))), []);
  return (
    <>
      <NavigationLine />
      {user?.viewer ? <Late load={viewingBanner} /> : null}
      <Outlet />
      <CourseOverlay />
      {offering ? (
        <Suspense fallback={null}>
          <LanguageOffer onDone={() => setOffering(false)} />
        </Suspense>
      ) : null}
      {/* The landing page shows visitors no notices. */}
      {user || pathname !== paths.home ? <Late load={toaster} /> : null}
      {user ? <Late load={idleGuard} /> : null}
      {/* The first page of every document has the same history key. */}
      <ScrollRestoration getKey={({ pathname, key }) => (key === 'default' || pathname === paths.catalogue() ? pathname : key)} />
    </>
  );
}

/** Shown before the first page is known; after that, each page has a skeleton of its own. */
export function FirstPaint() {
  return useDelayed(400) ? <div className="loading-line" aria-hidden="true" /> : null;
}
