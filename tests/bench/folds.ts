import { EVENTS, everyDecider, foldingMs, longStream } from '../support/longStreams.ts';
import type { Row } from './row.ts';

const TARGET_MS = 1_000;

/** Every decider, folding a long stream for the first time. */
export async function bench(): Promise<Row[]> {
  const taken = Array.from(await everyDecider(), ([name, decider]) => ({ name, ms: foldingMs(decider, longStream(decider)) }));
  taken.sort((a, b) => b.ms - a.ms);
  const [longest = { name: '', ms: Number.NaN }] = taken;
  const next = taken.slice(1, 4).map(({ name, ms }) => `${name} ${ms.toFixed(0)}`);
  return [
    {
      name: `cold fold of ${EVENTS.toLocaleString('en')} events, the slowest of ${taken.length} deciders, ms of processor`,
      reference: '-',
      ratio: longest.ms,
      target: TARGET_MS,
      detail: `${longest.name}; then ${next.join(', ')}`,
      ok: longest.ms <= TARGET_MS,
    },
  ];
}
