import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteReader, openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { readStoreContract } from './readStore.ts';

const folder = () => mkdtemp(join(tmpdir(), 'aulaviva-read-'));

readStoreContract('sqlite', async () => {
  const dir = await folder();
  const path = join(dir, 'read.db');
  const store = openSqliteReadStore(path);
  return {
    store,
    openReader: async () => openSqliteReader(path),
    dispose: async () => {
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
});
