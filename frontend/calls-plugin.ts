import type { Plugin } from 'vite';
import { z } from 'zod';
import { contracts } from '../backend/api/contract/all.ts';
import type { Live } from '../backend/api/contract/follows.ts';
import type { RouteContract } from '../backend/api/contract/route.ts';

const name = 'virtual:calls';

const namesOf = (schema: z.ZodType | undefined): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
/** As `requestOf` (src/lib/calls.ts) reads it. */
const textOf = ({ method, path, query, body }: RouteContract): string => {
  const names = namesOf(query);
  return `${method} ${path}${names.length > 0 ? `?${names}` : ''}${body ? ' body' : ''}`;
};
const all = Object.entries(contracts as unknown as Record<string, RouteContract>);
const calls = Object.fromEntries(all.map(([id, one]) => [id, textOf(one)]));
const live: Record<string, Live> = Object.fromEntries(
  all.flatMap(([id, one]) => (one.live && 'follows' in one.live ? [[id, one.live]] : [])),
);
const aside = all.flatMap(([id, one]) => (one.aside ? [id] : []));
const module = Object.entries({ calls, live, aside }).map(([what, value]) => `export const ${what} = ${JSON.stringify(value)};`);

/** The part of the contract that the browser needs to send a call: `calls.login` is inlined where it is used (`reads.me`: with the topics that move it), and `virtual:calls` has all of them with their topics, for the store. */
export const callsPlugin = (): Plugin => ({
  name: 'calls',
  config: () => ({
    define: Object.fromEntries([
      ...Object.entries(calls).map(([id, text]) => [`calls.${id}`, JSON.stringify(text)]),
      ...Object.entries(live).map(([id, { follows }]) => [`reads.${id}`, JSON.stringify({ call: calls[id], follows })]),
    ]),
  }),
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  // Only a name that is written out can be inlined: `calls[name]` would be nothing in the browser.
  transform(code, id) {
    if (id.includes('/src/') && /(?<![.\w])(calls|reads)\[/.test(code)) this.error(`${id}: write the name of the call, as calls.name`);
  },
  load: (id) => (id === `\0${name}` ? module.join('\n') : undefined),
  // The script of index.html, which is not bundled, sends some of them before the application runs.
  transformIndexHtml: (html) => html.replace(/%calls\.(\w+)%/g, (_, id: string) => contracts[id as keyof typeof contracts].path),
});
