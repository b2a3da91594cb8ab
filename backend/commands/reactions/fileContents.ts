import { readFileKey } from '../../../events/files.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Files } from '../files/files.ts';

/** The most that one round reads: of a school that has more, the next one goes on. */
const ROUND = { bytes: 256 * 2 ** 20, files: 5_000 };
/** How many files with other contents are remembered by name. */
const MOST = 1_000;

/** The key in the vault's table `status` of how far the contents have been compared. */
const CONTENTS_KEY = 'file-contents';
interface Compared {
  /** The last key that was read in order; the next round goes on after it. */
  after: string;
  /** Keys of files that have other contents than their name says, sorted. */
  wrong: readonly string[];
}
/** `failure`: why the round ended before its end; null: it did not. */
export interface Comparison extends Pick<Compared, 'wrong'> {
  failure: unknown;
}

/**
 * Compares contents of stored files with their names, which are hashes of them: in the order of their keys, going on where the last round ended. Those that
 * were wrong before are read again in each round. One that cannot be read for now ends the round, which keeps what it knows; the next one goes on behind it.
 */
export async function compareContents(
  files: Files,
  store: FileStore,
  vault: Pick<Vault, 'get' | 'put'>,
  signal: AbortSignal,
  most: typeof ROUND = ROUND,
): Promise<Comparison> {
  const kept: Compared = (await vault.get<Compared>('status', CONTENTS_KEY))?.value ?? { after: '', wrong: [] };
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of store.list()) if (readFileKey(key)) sizes.set(key, bytes);
  const wrong = new Set(kept.wrong.filter((key) => sizes.has(key)));

  let failure: unknown = null;
  /** Reads these as far as one round may. Returns the last one that it came to. */
  const read = async (keys: readonly string[]): Promise<string | undefined> => {
    let last: string | undefined;
    let bytes = 0;
    for (const key of keys.slice(0, most.files)) {
      if (signal.aborted || bytes >= most.bytes) break;
      last = key;
      bytes += sizes.get(key) ?? 0;
      const name = readFileKey(key);
      try {
        if (name && (await files.hasOtherContent(store, name))) {
          if (wrong.size < MOST) wrong.add(key);
        } else wrong.delete(key);
      } catch (error) {
        failure ??= error;
        break;
      }
    }
    return last;
  };
  await read([...wrong]);
  const keys = [...sizes.keys()].sort();
  const next = keys.findIndex((key) => key > kept.after);
  const after = (await read(next < 0 ? keys : [...keys.slice(next), ...keys.slice(0, next)])) ?? kept.after;
  const found = [...wrong].sort();
  await vault.put<Compared>('status', CONTENTS_KEY, { after, wrong: found });
  return { wrong: found, failure };
}
