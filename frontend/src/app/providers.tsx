import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import { api } from '../api/api.ts';
import { connectFeed, feed, keepStillWhile, useConnection } from '../api/feed.ts';
import { type Mark, sendMarks, useMarks } from '../api/marks.ts';
import { useHalted } from '../api/read-status.ts';
import { store } from '../api/store.ts';
import { readAgain } from '../api/topics.ts';
import { useAccountLanguage } from '../lib/account-language.ts';
import { countOnIcon } from '../lib/app-icon.ts';
import { lazyPart, withTexts } from '../lib/lazy-route.ts';
import { beginPast, pastAskedInVain, pastMoment, usePast } from '../lib/past.ts';
import { paths } from '../lib/paths.ts';
import { useServedFrom } from '../lib/served-from.ts';
import { getSessionUser, loadSession, whenSessionEnds } from '../lib/session.ts';
import { ConnectionBadge, HaltedBar, StaleBar } from '../ui/connection-badge.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { notify } from '../ui/notify.ts';
import { ProofAsker } from './proof-asker.tsx';

const SEND_AGAIN_MS = 10_000;

// Loading a new document forgets everything about the person.
whenSessionEnds((returnTo) => globalThis.location.assign(paths.login(returnTo, 'ended')));

// Messages of forms that are checked before they are sent; the first view needs none of them.
void import('../i18n/errors.ts').catch(() => undefined);

beginPast();
keepStillWhile(() => pastMoment() !== null);

/** The answer to the call that index.html sent enters the store before the page that shows it is rendered. Where that call failed, the page makes it again and reports the failure. */
const { first } = globalThis;
const takeIn = async ({ call, arg, headers }: NonNullable<typeof first>): Promise<void> => {
  const user = await loadSession();
  if (headers['x-person'] !== String(user?.id)) return;
  // Stands for any call with one number as its argument; their types differ in the answer alone.
  store.dispatch(api.endpoints[call as 'authoringOutline'].initiate(arg, { subscribe: false }));
};
if (first) takeIn(first).catch(() => undefined);

const PastBanner = lazyPart(() => import('./past/past-banner.tsx').then((module) => module.PastBanner));

const PastPrepared = lazyPart(() => import('./past/past-banner.tsx').then((module) => module.PastPrepared));

/** What the shells add to the light pages: the store and the live feed. */
export function Providers({ children }: { children: React.ReactNode }) {
  const past = usePast();
  useAccountLanguage(past === null);
  useEffect(connectFeed, []);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-past', past !== null);
  }, [past]);
  return (
    <Provider store={store}>
      {past === null && pastAskedInVain() === null ? null : (
        <Suspense fallback={null}>
          <PastBanner />
        </Suspense>
      )}
      {past === null ? (
        children
      ) : (
        <Suspense fallback={null}>
          <PastPrepared moment={past}>{children}</PastPrepared>
        </Suspense>
      )}
      <ProofAsker />
    </Provider>
  );
}

export function Connection() {
  return usePast() === null ? <LiveConnection /> : null;
}
function LiveConnection() {
  const { state, partial } = useConnection();
  const { t } = useTranslation(['connection', 'sentMarks']);
  const errorText = useErrorText();
  const userId = getSessionUser()?.id;
  const waiting = useMarks().filter((mark) => mark.userId === userId && mark.waiting).length;
  const refused = useRef<(mark: Mark, error: unknown) => void>(() => undefined);
  refused.current = (_, error) => void notify.error(`${t('refused')} ${errorText(error)}`);
  const say = useRef(t);
  say.current = t;
  const send = state === 'live' && waiting > 0;
  useEffect(() => {
    if (!send || userId === undefined) return;
    const go = async () => {
      let sent = 0;
      let overruled = 0;
      await sendMarks(userId, {
        arrived: (_, stays) => {
          if (stays) sent += 1;
          else overruled += 1;
        },
        refused: (mark, error) => refused.current(mark, error),
        late: ({ courseId }) => store.dispatch(readAgain(`progreso:${userId}`, `curso:${courseId}`)),
      });
      if (sent + overruled > 0) await withTexts(() => import('../i18n/sentMarks.ts'));
      if (sent > 0) notify.success(say.current('sentMarks:arrived', { count: sent }));
      if (overruled > 0) notify.info(say.current('sentMarks:overruled', { count: overruled }));
    };
    void go();
    const again = setInterval(() => void go(), SEND_AGAIN_MS);
    return () => clearInterval(again);
  }, [send, userId]);
  // An installed application shows the count of unsent changes on its icon (O02).
  useEffect(() => countOnIcon('unsent', waiting), [waiting]);
  return <ConnectionBadge state={state} partial={partial} lastBeat={feed().lastBeat} waiting={waiting} />;
}
export function Stale() {
  return usePast() === null ? <LiveStale /> : null;
}
function LiveStale() {
  const { state, at } = useConnection();
  const servedFrom = useServedFrom();
  const halted = useHalted();
  return (
    <>
      <StaleBar state={state} updatedAt={servedFrom ?? at} dated={servedFrom !== null} />
      {halted ? <HaltedBar position={halted.position} since={halted.halted?.since ?? null} /> : null}
    </>
  );
}
