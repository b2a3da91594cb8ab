import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type StreamCategory, type StreamName, streamOf, streams } from '../../events/streams.ts';

/** The table of streams in docs/events.md, made from their catalogue by `npm run golden`; `tests/streams.test.ts` compares them. */
const PAGE = path.resolve(import.meta.dirname, '../../docs/events.md');

function row([name, category]: readonly [StreamName, StreamCategory]): string {
  const given = {
    person: 'all of it',
    mentions: 'what names them',
    lookup: 'what names them',
    reserved: `nothing: ${category.about === 'reserved' ? category.because : ''}`,
    school: 'names nobody',
  }[category.about];
  const demo = category.about !== 'person' ? '' : category.demo === 'restored' ? 'restored' : `kept: ${category.demo.kept}`;
  const id = name === 'admins' ? 'admins-active' : streamOf(name, ...category.id.map((part) => `<${part}>`));
  return `| \`${id}\` | ${category.holds} | ${given} | ${category.erasure} | ${demo} |`;
}

export const readEventsPage = (): string => readFileSync(PAGE, 'utf8');

/** The page as it is to be: a row for each category, in their order. */
export function eventsPage(page: string): string {
  const rows = (Object.entries(streams) as [StreamName, StreamCategory][]).map(row).join('\n');
  return page.replace(/(?:^\| `[a-z]+-.*\n)+/m, () => `${rows}\n`);
}

export const writeEventsPage = (): void => writeFileSync(PAGE, eventsPage(readEventsPage()));
