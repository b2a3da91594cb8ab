import '../i18n/errors.ts';
import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { connectFeed, useConnection } from '../api/feed.ts';
import { whenSessionEnds } from '../api/session.ts';
import { store } from '../api/store.ts';
import { paths } from '../lib/paths.ts';
import { ConnectionBadge, StaleBar } from '../ui/connection-badge.tsx';
import { IdleGuard } from './idle-guard.tsx';

// A new document forgets everything that this one held of the person.
whenSessionEnds((returnTo) => globalThis.location.assign(paths.login(returnTo, 'ended')));

/** What the shells add to the light pages: the store, the live feed, and the end of a session that nobody uses. */
export function Providers({ children }: { children: React.ReactNode }) {
  useEffect(connectFeed, []);
  return (
    <Provider store={store}>
      {children}
      <IdleGuard />
    </Provider>
  );
}

export function Connection() {
  const { state, at } = useConnection();
  return <ConnectionBadge state={state} updatedAt={at} />;
}
export function Stale() {
  const { state, at } = useConnection();
  return <StaleBar state={state} updatedAt={at} />;
}
