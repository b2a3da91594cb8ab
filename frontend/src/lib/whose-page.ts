import { owedLogout } from './owed-logout.ts';
import { getSessionUser, lastShown, likelySignedIn, loadSession, loadSessionIfLikely, startAnew, whoIsIn, whoKey } from './session.ts';

/** What a page that has shown somebody looks out for, as long as its document lives: that this is still who is signed in with the browser. */

addEventListener('storage', ({ key, newValue }) => {
  if (key === whoKey && newValue !== null && getSessionUser() && newValue !== String(getSessionUser()?.id)) startAnew();
});
// A page that the browser keeps whole and shows again on «Back» is looked at by nobody before it is known whose it is.
const curtain = (drawn: boolean) => {
  document.documentElement.style.visibility = drawn ? 'hidden' : '';
};
addEventListener('pagehide', ({ persisted }) => {
  // Also of who has just left: their page may still stand there.
  if (persisted && lastShown()) curtain(true);
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const user = getSessionUser();
  // Left by nobody, it may be somebody's now.
  if (!lastShown()) return loadSessionIfLikely();
  if (!user) return startAnew();
  if (owedLogout() !== null || !likelySignedIn() || whoIsIn() !== String(user.id)) return startAnew();
  const shown = user.id;
  loadSession({ fresh: true }).then(
    (next) => (next?.id === shown ? curtain(false) : startAnew()),
    () => curtain(false),
  );
});
