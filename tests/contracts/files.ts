import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '../../backend/integrations/files/port.ts';
import { collect } from '../support/domain.ts';

/** What every store of files does, whatever keeps the bytes. */

export interface FilesUnderTest {
  store: FileStore;
  /** The same files as another process sees them. */
  open(): Promise<FileStore>;
  dispose(): Promise<unknown>;
}

export const keyOf = (bytes: Uint8Array, bucket = 'img_curso', extension = 'webp'): string =>
  `${bucket}/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;

export function filesContract(name: string, make: () => Promise<FilesUnderTest>): void {
  describe(`files: ${name}`, () => {
    let made: FilesUnderTest;
    let store: FileStore;
    beforeEach(async () => {
      made = await make();
      store = made.store;
    });
    afterEach(() => made.dispose());

    const read = async (key: string, range?: { from: number; to: number }) => {
      const found = await store.get(key, range);
      return found && { bytes: found.bytes, content: await buffer(found.stream) };
    };

    // rows: P08
    test('what was put is there, to the byte, also for another process', async () => {
      const bytes = randomBytes(70_001);
      const key = keyOf(bytes);
      await store.put(key, bytes);
      const own = await read(key);
      expect(own?.bytes).toBe(70_001);
      expect(own?.content.equals(bytes)).toBe(true);
      const other = await made.open();
      const found = await other.get(key);
      expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
      await other.close();
    });

    test('a large file, in one piece or part', async () => {
      const bytes = randomBytes(5 * 1024 * 1024 + 17);
      const key = keyOf(bytes, 'recursos', 'pdf');
      await store.put(key, bytes);
      expect((await read(key))?.content.equals(bytes)).toBe(true);
      const middle = await read(key, { from: 261_000, to: 523_456 });
      expect(middle?.bytes).toBe(bytes.length);
      expect(middle?.content.equals(bytes.subarray(261_000, 523_457))).toBe(true);
    });

    test('ranges include both ends', async () => {
      const bytes = Buffer.from('0123456789');
      const key = keyOf(bytes);
      await store.put(key, bytes);
      expect((await read(key, { from: 0, to: 0 }))?.content.toString()).toBe('0');
      expect((await read(key, { from: 3, to: 5 }))?.content.toString()).toBe('345');
      expect(await read(key, { from: 9, to: 9 })).toEqual({ bytes: 10, content: Buffer.from('9') });
    });

    test('what is not there is null, and can be deleted', async () => {
      const key = keyOf(Buffer.from('nowhere'));
      expect(await store.get(key)).toBeNull();
      expect(await store.head(key)).toBeNull();
      await store.delete(key);
    });

    test('says how large it is and since when', async () => {
      const before = Date.now();
      const bytes = randomBytes(1_234);
      const key = keyOf(bytes);
      await store.put(key, bytes);
      const found = await store.head(key);
      expect(found).toMatchObject({ key, bytes: 1_234 });
      // Stores keep times to the second.
      expect(found?.storedAt.getTime()).toBeGreaterThan(before - 2_000);
      expect(found?.storedAt.getTime()).toBeLessThan(Date.now() + 2_000);
    });

    test('what was deleted is gone, and can be put again', async () => {
      const bytes = randomBytes(300_000);
      const key = keyOf(bytes);
      await store.put(key, bytes);
      await store.delete(key);
      expect(await store.get(key)).toBeNull();
      await store.put(key, bytes);
      expect((await read(key))?.content.equals(bytes)).toBe(true);
    });

    test('the same put twice, and by many at once, is one file', async () => {
      const bytes = randomBytes(600_000);
      const key = keyOf(bytes);
      await Promise.all([1, 2, 3, 4, 5].map(() => store.put(key, bytes)));
      await store.put(key, bytes);
      expect((await read(key))?.content.equals(bytes)).toBe(true);
      expect(await collect(store.list())).toHaveLength(1);
    });

    test('lists every file once', async () => {
      expect(await collect(store.list())).toEqual([]);
      const keys: string[] = [];
      for (let index = 0; index < 25; index++) {
        const bytes = Buffer.from(`file ${index}`);
        keys.push(keyOf(bytes, index % 2 ? 'img_curso' : 'img_perfiluser'));
        await store.put(keys[index] ?? '', bytes);
      }
      const listed = await collect(store.list());
      expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
      expect(listed.every(({ bytes }) => bytes === 6 || bytes === 7)).toBe(true);
    });

    test('has the marks of all schools that keep their files there, which are no files', async () => {
      const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
      expect(await store.mark(one)).toEqual([one]);
      expect(await store.mark(one)).toEqual([one]);
      const other = await made.open();
      expect([...(await other.mark(two))].sort()).toEqual([one, two]);
      await other.close();
      expect([...(await store.mark(one))].sort()).toEqual([one, two]);
      expect(await collect(store.list())).toEqual([]);
    });

    test('takes nothing for a key that is none', async () => {
      const hash = 'a'.repeat(64);
      for (const key of [
        '',
        '../secrets.json',
        `img_curso/../../${hash}.webp`,
        `/etc/${hash}.webp`,
        `img_curso/${hash}`,
        `img_curso/${hash}.webp/..`,
        `img_curso/${hash.toUpperCase()}.webp`,
        `img_curso/${hash}.webp\0`,
        `img_curso\\${hash}.webp`,
      ]) {
        await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow(RangeError);
        await expect(store.get(key), key).rejects.toThrow(RangeError);
        await expect(store.head(key), key).rejects.toThrow(RangeError);
        await expect(store.delete(key), key).rejects.toThrow(RangeError);
      }
    });
  });
}
