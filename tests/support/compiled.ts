import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryFile } from '../../events/entry.ts';

/**
 * What Node makes of the sources (types stripped, compiled) is kept beside the packages, as `npm start` keeps it: every school that a test opens
 * has a thread, and some have processes, that would each make it anew. Runners import this before they start their workers.
 */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/node');

/** A command of operators (`npm run backup`…) as a script for Node: bundled where the run is. */
export const cliScript = (name: string): string =>
  fileURLToPath(entryFile(new URL(`../../backend/process/cli/${name}.ts`, import.meta.url)));
