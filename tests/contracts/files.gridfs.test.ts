import { MongoClient, ObjectId } from 'mongodb';
import { expect, test } from 'vitest';
import { openGridFsFiles } from '../../backend/integrations/files/gridfs.ts';
import { collect } from '../support/domain.ts';
import { filesContract, keyOf } from './files.ts';
import { withMongo } from './mongodb.ts';

await withMongo('files: GridFS', ({ url, freshName }) => {
  filesContract('GridFS', async () => {
    const name = freshName();
    const store = openGridFsFiles(url, name);
    return { store, open: async () => openGridFsFiles(url, name), dispose: () => store.close() };
  });

  test('pieces of an upload whose process died are no file, and go after an hour', async () => {
    const name = freshName();
    const store = openGridFsFiles(url, name);
    const client = new MongoClient(url);
    const chunks = client.db(name).collection('files.chunks');
    const whole = Buffer.alloc(600_000, 'x');
    await store.put(keyOf(whole), whole);
    const piece = (secondsAgo: number) => ({
      files_id: ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - secondsAgo),
      n: 0,
      data: Buffer.from('half'),
    });
    await chunks.insertMany([piece(7_200), piece(60)]);
    expect((await collect(store.list())).map(({ key }) => key)).toEqual([keyOf(whole)]);
    expect(await chunks.countDocuments({ n: 0 })).toBe(2);
    await client.close();
    await store.close();
  });
});
