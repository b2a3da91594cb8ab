import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * `npm start`. Node's compiled form of the sources is cached beside the packages: later starts are a third faster and take
 * 40 MB less, because no thread loads the TypeScript parser then – which is why this one file is JavaScript. Other threads find the cache by the
 * environment.
 */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./main.ts');
