import { owedLogout } from './owed-logout.ts';
import { getSessionUser, lastShown, likelySignedIn, loadSession, loadSessionIfLikely, startAnew, whoIsIn, whoKey } from './session.ts';

/** Checks of a page that has shown a person, as long as its document lives: that this person is still signed in with the browser. */

addEventListener('storage', ({ key, newValue }) => {
  if (key === whoKey && newValue !== null && getSessionUser() && newValue !== String(getSessionUser()?.id)) startAnew();
});
// A page restored by «Back» (bfcache) is hidden until it is known that it is still this person's.
const curtain = (drawn: boolean) => {
  document.documentElement.style.visibility = drawn ? 'hidden' : '';
};
addEventListener('pagehide', ({ persisted }) => {
  // Also after a logout: their page may still be cached.
  if (persisted && lastShown()) curtain(true);
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const user = getSessionUser();
  // Restored after nobody logged out, it may be another person's now.
  if (!lastShown()) return loadSessionIfLikely();
  if (!user) return startAnew();
  if (owedLogout() !== null || !likelySignedIn() || whoIsIn() !== String(user.id)) return startAnew();
  const shown = user.id;
  loadSession({ fresh: true }).then(
    (next) => (next?.id === shown ? curtain(false) : startAnew()),
    () => curtain(false),
  );
});
