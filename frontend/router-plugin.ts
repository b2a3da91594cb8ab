import path from 'node:path';
import type { Plugin } from 'vite';

const production = path.join(import.meta.dirname, '../node_modules/react-router/dist/production');
/** Code that the bundler takes for a side effect, so that it keeps unused functions: [the code, an equivalent without side effects]. */
const effects: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ '],
];

/**
 * React Router's production build, which its package.json does not export to bundlers (github.com/remix-run/react-router/issues/14102),
 * without the parts of its framework mode that the application does not use (docs/decisions/0041-chunks-by-rule.md).
 */
export const routerPlugin = (): Plugin => {
  let left: Set<RegExp>;
  return {
    name: 'router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: path.join(production, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: path.join(production, 'dom-export.mjs') },
        ],
      },
    }),
    buildStart: () => {
      left = new Set(effects.map(([pattern]) => pattern));
    },
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/][^\\/]+\.mjs$/ },
      handler: (code) =>
        effects.reduce((text, [pattern, instead]) => {
          const without = text.replace(pattern, instead);
          if (without !== text) left.delete(pattern);
          return without;
        }, code),
    },
    buildEnd(error) {
      if (!error && left.size > 0)
        throw new Error(`React Router is written otherwise: ${[...left].join(' ')} finds nothing (router-plugin.ts)`);
    },
  };
};
