import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { StoreUnavailable } from '../../../events/store/port.ts';
import { type ByteRange, checkKey, type FileStore, isMark, isSame, MARKS, type StoredFile } from './port.ts';

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
/** Folder of files being written, or left by a process that died. */
const BEGUN = '.begun';
const DEAD_MS = 3_600_000;
async function forgetBegun(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && Date.now() - found.mtimeMs > DEAD_MS) await rm(file, { force: true });
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files in a folder of DATA_DIR, with 256 folders per bucket. Written beside, flushed and renamed, so that a file is always complete. */
export function openDiskFiles(root: string): FileStore {
  const placeOf = (key: string): string => {
    checkKey(key);
    const [bucket = '', name = ''] = key.split('/');
    return path.join(root, bucket, name.slice(0, 2), name);
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw new StoreUnavailable('the files cannot be reached', error);
    }
  };
  const head = async (key: string): Promise<StoredFile | null> => {
    try {
      const { size, mtime } = await stat(placeOf(key));
      return { key, bytes: size, storedAt: mtime };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };

  const get = async (key: string, range?: ByteRange) => {
    let handle: FileHandle;
    try {
      handle = await open(placeOf(key), constants.O_RDONLY);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
    const { size } = await handle.stat();
    return { bytes: size, stream: handle.createReadStream(range && { start: range.from, end: range.to }) };
  };

  return {
    put: (key, bytes) =>
      guarded(async () => {
        const place = placeOf(key);
        const there = await get(key);
        // One that was cut off or replaced since, or that the disk cannot read, is written again.
        if (there && (await isSame(there, bytes))) return;
        const begun = path.join(root, `${randomUUID()}${BEGUN}`);
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        try {
          const handle = await open(begun, 'wx', 0o600);
          try {
            await handle.writeFile(bytes);
            await handle.sync();
          } finally {
            await handle.close();
          }
          await rename(begun, place);
        } catch (error) {
          await rm(begun, { force: true });
          throw error;
        }
        for (const folder of [path.dirname(place), path.dirname(path.dirname(place)), root]) await flush(folder);
      }),
    get: (key, range) => guarded(() => get(key, range)),
    head: (key) => guarded(() => head(key)),
    delete: (key) => guarded(() => rm(placeOf(key), { force: true })),
    mark: (school) =>
      guarded(async () => {
        const marks = path.join(root, MARKS);
        await mkdir(marks, { recursive: true, mode: 0o700 });
        await (await open(path.join(marks, school), 'a', 0o600)).close();
        for (const folder of [marks, root]) await flush(folder);
        return (await readdir(marks)).filter(isMark);
      }),
    async *list() {
      try {
        for await (const entry of await opendir(root, { recursive: true })) {
          if (!entry.isFile()) continue;
          if (entry.name.endsWith(BEGUN)) {
            await forgetBegun(path.join(entry.parentPath, entry.name));
            continue;
          }
          const key = `${path.relative(root, entry.parentPath).split(path.sep)[0]}/${entry.name}`;
          const found = await guarded(() => head(key)).catch((error: unknown) => {
            // Not written by this code.
            if (error instanceof RangeError) return null;
            throw error;
          });
          if (found) yield found;
        }
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    },
    async close() {},
  };
}
