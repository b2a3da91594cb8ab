import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * `npm start`; with the name of a command of operators (cli/), that command. They begin from the bundled server where it is of these sources
 * (backend/bundle.ts), else from the sources; `npm start` makes the bundle first, where what makes it is installed. Node's compiled form of either
 * is cached beside the packages: later starts are a third faster and take 40 MB less, because no thread loads the TypeScript parser then – which is
 * why this one file is JavaScript. Other threads find the cache by the environment.
 */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const [command] = process.argv.splice(2, process.argv[2]?.startsWith('-') ? 0 : 1);
const { freshBundle } = await import('../bundled.ts');
let bundle = freshBundle();
if (bundle === null && !command && existsSync(path.resolve(import.meta.dirname, '../../node_modules/rolldown'))) {
  spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../bundle.ts')], { stdio: ['ignore', 'inherit', 'inherit'] });
  bundle = freshBundle();
}
if (bundle !== null) process.env.SERVER_BUNDLE = bundle;
else delete process.env.SERVER_BUNDLE;
const { entryFile } = await import('../../events/entry.ts');
// Those that package.json has a script for.
const { scripts } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
const commands = Object.values(scripts)
  .flatMap((line) => /start\.js (\w+)$/.exec(line)?.[1] ?? [])
  .sort();
if (command && !commands.includes(command)) {
  process.stderr.write(
    `aulaviva: there is no command «${command}»; there are ${commands.join(', ')}, and npm start alone starts the school\n`,
  );
  process.exit(1);
}
await import(entryFile(new URL(command ? `./cli/${command}.ts` : './main.ts', import.meta.url)).href);
