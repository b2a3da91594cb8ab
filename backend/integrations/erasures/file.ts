import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { StoreUnwritable } from '../../../events/store/port.ts';
import type { Erasure, ErasureLedger } from './port.ts';

const isErasure = (value: unknown): value is Erasure => {
  const { stream, first, at } = (value ?? {}) as Partial<Record<keyof Erasure, unknown>>;
  return typeof stream === 'string' && /^(user|lead)-\S+$/.test(stream) && typeof first === 'string' && typeof at === 'string';
};

/** The entries of a ledger, each once; null where there is no such file. A line cut off by a crash is skipped. */
export function readErasures(file: string): Erasure[] | null {
  if (!existsSync(file)) return null;
  const found = new Map<string, Erasure>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const erasure: unknown = JSON.parse(line);
      if (isErasure(erasure)) found.set(`${erasure.stream} ${erasure.first}`, erasure);
    } catch {
      // An empty line, or a part of one.
    }
  }
  return [...found.values()];
}

async function add(file: string, text: string, flag: 'a' | 'w'): Promise<void> {
  const handle = await open(file, flag, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a ledger with all erasures so far: completely, or not at all. */
export async function beginErasureFile(file: string, erasures: readonly Erasure[]): Promise<void> {
  await add(`${file}.begun`, erasures.map((erasure) => JSON.stringify(erasure)).join('\n'), 'w');
  await rename(`${file}.begun`, file);
}

/** Appends one line of JSON for each entry; readable only by the owner. The previous line may have been cut off, so each entry starts a new one. */
export const openErasureFile = (file: string): ErasureLedger => ({
  async note(erasure) {
    try {
      await add(file, `\n${JSON.stringify(erasure)}`, 'a');
    } catch (error) {
      throw new StoreUnwritable(`the ledger of erasures cannot be written: ${error instanceof Error ? error.message : error}`, error);
    }
  },
});
