import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDiskFiles } from '../../backend/integrations/files/disk.ts';
import { collect } from '../support/domain.ts';
import { filesContract, keyOf } from './files.ts';

const folder = () => mkdtemp(path.join(tmpdir(), 'aulaviva-files-'));

filesContract('disk', async () => {
  const root = await folder();
  return {
    store: openDiskFiles(root),
    open: async () => openDiskFiles(root),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
});

test('what a process that died had begun is no file, and goes after an hour; what others put there stays', async () => {
  const root = await folder();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const store = openDiskFiles(root);
  const bytes = Buffer.from('whole');
  await store.put(keyOf(bytes), bytes);
  await writeFile(path.join(root, 'old.begun'), 'ha');
  await writeFile(path.join(root, 'new.begun'), 'ha');
  await writeFile(path.join(root, 'README'), 'not ours');
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path.join(root, 'old.begun'), long, long);
  expect((await collect(store.list())).map(({ key }) => key)).toEqual([keyOf(bytes)]);
  expect((await readdir(root)).sort()).toEqual(['README', 'img_curso', 'new.begun']);
});

test('a folder that cannot be written is a store that is away', async () => {
  const root = await folder();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(path.join(root, 'files'), 'a file where a folder should be');
  const store = openDiskFiles(path.join(root, 'files'));
  await expect(store.put(keyOf(Buffer.from('x')), Buffer.from('x'))).rejects.toMatchObject({ name: 'StoreUnavailable' });
});
