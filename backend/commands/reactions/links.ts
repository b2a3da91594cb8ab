import { isIP } from 'node:net';
import type { LinkChecker } from '../../integrations/links/port.ts';
import type { LinkPlace } from '../catalogue/link.ts';
import type { Links } from '../catalogue/links.ts';

export interface Round {
  checked: number;
  /** Links of which something new is on record now. */
  said: number;
  /** So many names could not be found that this machine's network is to be doubted: the round says of no link that it is dead. */
  doubted: boolean;
}

/** So many in one round, and so many at once. */
const MOST = 40;
const AT_ONCE = 4;
/** As many names have to be asked for before their failing says something of the network. */
const NAMES = 5;

/** Looks at the links that are due: a school's links are spread over the day by how many a round may take. */
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

  /** Name → whether it was found. */
  const names = new Map<string, boolean>();
  for (const { answer } of found)
    if (answer.host !== '' && isIP(answer.host) === 0)
      names.set(answer.host, !('reason' in answer && (answer.reason === 'no-host' || answer.reason === 'no-name')));
  const lost = () => [...names.values()].filter((name) => !name).length;
  // A round of only a few is judged by other names of the school too.
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
    // That a link works needs no other witness.
    if (doubted && answer.state !== 'alive') continue;
    if ((await links.observe(place, answer, now())).position !== null) said++;
  }
  return { checked: found.length, said, doubted };
}
