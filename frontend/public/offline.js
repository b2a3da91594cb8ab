/** The page that is shown without a connection: it reloads by itself once the school answers again. */
let asking = false;
const goOn = async () => {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // Not yet.
  } finally {
    asking = false;
  }
};
addEventListener('online', goOn);
// There may be a network while the school cannot be reached.
setInterval(() => document.hidden || goOn(), 10_000);
