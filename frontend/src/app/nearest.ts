import { pages } from 'virtual:pages';

/** The edit distance of two words. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
};

/** The known page with the most similar address, for a small typing error. */
export const nearest = (pathname: string): string | null => {
  const wanted = pathname.toLowerCase().replace(/\/+$/, '');
  if (wanted.length > 60) return null;
  const [best] = pages
    .filter((page) => page.path !== '/' && page.path !== '*' && !page.to)
    .map(({ path }) => ({ path, away: distance(wanted, path) }))
    .sort((a, b) => a.away - b.away);
  return best && best.away <= Math.max(2, Math.floor(best.path.length / 4)) ? best.path : null;
};
