import { isIP } from 'node:net';
import type { LinkChecker } from '../../integrations/links/port.ts';
import type { LinkPlace } from '../catalogue/link.ts';
import type { Links } from '../catalogue/links.ts';

export interface Round {
  checked: number;
  /** How many links got a recorded result. */
  said: number;
  /** With this many unresolved names this machine's network is in doubt, and the round records no link as dead. */
  doubted: boolean;
}

/** The most links of one round, and how many at once. */
const MOST = 40;
const AT_ONCE = 4;
/** From this many names on, their failing says something about the network. */
const NAMES = 5;

/** Checks the links that are due: the size of a round spreads a school's links over the day. */
export async function checkLinks(
  links: Links,
  checker: LinkChecker,
  places: readonly LinkPlace[],
  now: () => Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<Round> {
  const waiting = (await links.due(places, now())).slice(0, MOST);
  const found: { place: LinkPlace; answer: Awaited<ReturnType<LinkChecker['check']>> }[] = [];
  const work = async () => {
    for (let place = waiting.shift(); place && !signal.aborted; place = waiting.shift())
      found.push({ place, answer: await checker.check(place.link, signal) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  /** By name, whether it was resolved. */
  const names = new Map<string, boolean>();
  for (const { answer } of found)
    if (answer.host !== '' && isIP(answer.host) === 0)
      names.set(answer.host, !('reason' in answer && (answer.reason === 'no-host' || answer.reason === 'no-name')));
  const lost = () => [...names.values()].filter((name) => !name).length;
  // In a round of only a few, other names of the school are tried too.
  if (lost() > 0)
    for (const { link } of places) {
      if (names.size >= NAMES || signal.aborted) break;
      const { hostname } = new URL(link);
      if (!names.has(hostname) && !/^\[|^[\d.]+$/.test(hostname)) names.set(hostname, await checker.resolves(hostname));
    }
  const doubted = names.size >= NAMES ? lost() * 2 > names.size : lost() > 0 && lost() === names.size;

  let said = 0;
  for (const { place, answer } of found) {
    if (signal.aborted) break;
    // A working link needs no second opinion.
    if (doubted && answer.state !== 'alive') continue;
    if ((await links.observe(place, answer, now())).position !== null) said++;
  }
  return { checked: found.length, said, doubted };
}
