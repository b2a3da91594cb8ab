import path from 'node:path';
import type { Plugin } from 'vite';

const router = path.join(import.meta.dirname, '../node_modules/react-router/dist/production');
/**
 * Code of libraries that keeps unused functions in the bundle: the files, and in them [the code, what replaces it].
 * React Router: what the bundler takes for side effects, in parts of its framework mode that the application does not use.
 * Zod: each schema's way to JSON Schema, which only the server writes.
 */
const edits: readonly (readonly [of: RegExp, readonly (readonly [RegExp, string])[]])[] = [
  [
    /react-router[\\/]dist[\\/]production[\\/][^\\/]+\.mjs$/,
    [
      [/^\w+\.displayName = "\w+";$/gm, ''],
      [/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ '],
    ],
  ],
  [
    /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/,
    [
      [/^ +inst\._zod\.processJSONSchema = .*;\n/gm, ''],
      [/^ +jsonSchema: \{\n[^}]*\},\n/m, ''],
      [/^ +toJSONSchema\(params\) \{\n.*\n +\},\n/m, ''],
    ],
  ],
];

/**
 * Also takes React Router's production build, which its package.json does not export to bundlers
 * (github.com/remix-run/react-router/issues/14102). See docs/decisions/0041-chunks-by-rule.md.
 */
export const librariesPlugin = (): Plugin => {
  let left: Set<RegExp>;
  return {
    name: 'libraries',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: path.join(router, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: path.join(router, 'dom-export.mjs') },
        ],
      },
    }),
    buildStart: () => {
      left = new Set(edits.flatMap(([, pairs]) => pairs.map(([pattern]) => pattern)));
    },
    transform: {
      filter: { id: edits.map(([of]) => of) },
      handler: (code, id) =>
        edits
          .filter(([of]) => of.test(id))
          .flatMap(([, pairs]) => pairs)
          .reduce((text, [pattern, instead]) => {
            const without = text.replace(pattern, instead);
            if (without !== text) left.delete(pattern);
            return without;
          }, code),
    },
    buildEnd(error) {
      if (!error && left.size > 0)
        throw new Error(`a library is written otherwise: ${[...left].join(' ')} finds nothing (libraries-plugin.ts)`);
    },
  };
};
