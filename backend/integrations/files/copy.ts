import { buffer } from 'node:stream/consumers';
import type { FileStore } from './port.ts';

/** Copies every file that is missing at the target. Files deleted meanwhile are left out. Returns how many files there were. */
export async function copyFiles(from: FileStore, to: FileStore): Promise<number> {
  let copied = 0;
  for await (const { key } of from.list()) {
    const found = await from.get(key);
    if (!found) continue;
    await to.put(key, await buffer(found.stream));
    copied++;
  }
  return copied;
}
