import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { compareContents } from '../../backend/commands/reactions/fileContents.ts';
import { sweepStrays } from '../../backend/commands/reactions/files.ts';
import { openDiskFiles } from '../../backend/integrations/files/disk.ts';
import type { FileStore } from '../../backend/integrations/files/port.ts';
import { type BucketName, type FileName, fileKey } from '../../events/files.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { openDomain, register } from '../support/domain.ts';

async function setUp() {
  const root = await mkdtemp(path.join(tmpdir(), 'aulaviva-files-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const domain = await openDomain();
  const store = openDiskFiles(root);
  const owner = await register(domain, 'ana');
  const put = (content: string, bucket: BucketName = 'img_curso') =>
    domain.files.store(store, { bucket, extension: 'webp', content: Buffer.from(content), ownerId: owner }, domain.context());
  const comparison = (of: FileStore = store, most?: { bytes: number; files: number }) =>
    compareContents(domain.files, of, domain.vault, new AbortController().signal, most);
  const compare = async (most?: { bytes: number; files: number }, of: FileStore = store) => {
    const { wrong, failure } = await comparison(of, most);
    expect(failure).toBeNull();
    return wrong;
  };
  /** As somebody does it who can write to the disk. */
  const overwrite = ({ bucket, hash, extension }: FileName, content: string) =>
    writeFile(path.join(root, bucket, hash.slice(0, 2), `${hash}.${extension}`), content);
  return { domain, store, put, comparison, compare, overwrite };
}

test('a file whose bytes were replaced by as many others is found, and whole again once it is uploaded again', async () => {
  const { put, compare, overwrite } = await setUp();
  const [shared, own] = [await put('of all'), await put('of one', 'img_perfiluser')];
  await put('as it was');
  expect(await compare()).toEqual([]);
  await overwrite(shared, 'OF ALL');
  await overwrite(own, 'OF ONE');
  expect(await compare()).toEqual([fileKey(shared), fileKey(own)].sort());
  await put('of all');
  expect(await compare()).toEqual([fileKey(own)]);
  await put('of one', 'img_perfiluser');
  expect(await compare()).toEqual([]);
});

test('a round reads so much and no more, and the next one goes on; what was wrong is read again each time', async () => {
  const { store, put, compare, overwrite } = await setUp();
  const files: FileName[] = [];
  for (const content of ['1', '2', '3', '4', '5']) files.push(await put(content));
  files.sort((a, b) => (fileKey(a) < fileKey(b) ? -1 : 1));
  const read: string[] = [];
  const seen: FileStore = {
    ...store,
    get(key) {
      read.push(key);
      return store.get(key);
    },
  };
  const round = async (most: { bytes: number; files: number }) => {
    read.length = 0;
    const wrong = await compare(most, seen);
    return { wrong, read: read.map((key) => files.findIndex((file) => fileKey(file) === key)) };
  };
  const [, second] = files;
  if (second) await overwrite(second, 'x');
  const found = second ? [fileKey(second)] : [];
  expect(await round({ bytes: 100, files: 3 })).toEqual({ wrong: found, read: [0, 1, 2] });
  expect(await round({ bytes: 2, files: 3 })).toEqual({ wrong: found, read: [1, 3, 4] });
  expect(await round({ bytes: 1, files: 3 })).toEqual({ wrong: found, read: [1, 0] });
});

test('what is on its way, was deleted or cannot be read for now is not called wrong; what the disk cannot read is', async () => {
  const { domain, store, put, comparison, compare, overwrite } = await setUp();
  await store.put(`img_curso/${'a'.repeat(64)}.webp`, Buffer.from('not recorded yet'));
  const gone = await put('gone');
  await overwrite(gone, 'GONE');
  expect(await compare()).toEqual([fileKey(gone)]);
  await domain.files.erase(gone, domain.context());
  expect(await compare()).toEqual([]);
  const kept = await put('kept');
  const failing = (code: string): FileStore => ({
    ...store,
    get: async () => ({
      bytes: 4,
      stream: new Readable({
        read() {
          this.destroy(Object.assign(new Error(code), { code }));
        },
      }),
    }),
  });
  expect(await comparison(failing('ECONNRESET'))).toMatchObject({ wrong: [], failure: { code: 'ECONNRESET' } });
  expect(await compare(undefined, failing('EIO'))).toEqual([fileKey(kept)]);
  expect(await compare()).toEqual([]);
});

test('a file that cannot be read for now ends a round, which keeps what it found; the next one goes on behind it', async () => {
  const { store, put, comparison, compare, overwrite } = await setUp();
  const files: FileName[] = [];
  for (const content of ['1', '2', '3', '4']) files.push(await put(content));
  files.sort((a, b) => (fileKey(a) < fileKey(b) ? -1 : 1));
  const keys = files.map(fileKey);
  for (const at of [0, 2]) if (files[at]) await overwrite(files[at], 'x');
  /** As a file is whose rights somebody changed. */
  const closed: FileStore = {
    ...store,
    get: async (key) => (key === keys[1] ? Promise.reject(new StoreUnavailable('EACCES')) : store.get(key)),
  };
  expect(await comparison(closed)).toMatchObject({ wrong: [keys[0]], failure: { message: 'EACCES' } });
  expect(await comparison(closed)).toMatchObject({ wrong: [keys[0], keys[2]], failure: { message: 'EACCES' } });
  expect(await compare()).toEqual([keys[0], keys[2]]);
});

test('a file that is cut off is missing, and not counted once more as changed', async () => {
  const { domain, store, put, compare, overwrite } = await setUp();
  await overwrite(await put('whole'), 'who');
  expect((await sweepStrays(domain.files, domain.log, store, domain.vault, domain.clock.now())).missing).toBe(1);
  expect(await compare()).toEqual([]);
});

test('a file that is deleted while it is read is not called wrong', async () => {
  const { domain, store, put, compare } = await setUp();
  const name = await put('gone');
  const deleting: FileStore = {
    ...store,
    async get(key) {
      await domain.files.erase(name, domain.context());
      await store.delete(key);
      return { bytes: 4, stream: Readable.from([Buffer.from('go')]) };
    },
  };
  expect(await compare(undefined, deleting)).toEqual([]);
});
