/** The courses that were kept on this device by who is signed in (lib/kept-courses.ts), to go on reading. */
const list = () => {
  try {
    const { userId, courses } = JSON.parse(localStorage.getItem('aulaviva.cursos'));
    const signedIn = /\baulaviva\.sesion=/.test(document.cookie) && localStorage.getItem('aulaviva.quien') === String(userId);
    if (!signedIn || localStorage.getItem('aulaviva.salida')) return;
    const young = courses.filter(({ at }) => Date.now() - Date.parse(at) < 30 * 24 * 3_600_000);
    for (const { id, title } of young) {
      const link = Object.assign(document.createElement('a'), { href: `/courses?courseId=${id}`, textContent: title, lang: 'es' });
      const item = document.createElement('li');
      item.append(link);
      document.querySelector('#cursos ul').append(item);
    }
    document.getElementById('cursos').hidden = young.length === 0;
  } catch {
    // Nothing is kept here.
  }
};
list();

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
