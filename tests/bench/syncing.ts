import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A process that writes and syncs a file of the given directory without a pause, until it is ended. */
const file = openSync(join(process.argv[2] ?? '.', 'neighbour'), 'w');
const block = Buffer.alloc(1024 * 1024, 1);
process.on('exit', () => closeSync(file));
process.send?.('ready');
for (let round = 0; ; round++) {
  writeSync(file, block, 0, block.length, (round % 16) * block.length);
  fsyncSync(file);
}
