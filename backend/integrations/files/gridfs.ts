import { type Collection, GridFSBucket, ObjectId } from 'mongodb';
import { asFailure, mongoClient } from '../mongo/client.ts';
import { checkKey, type FileStore, isMark, isSame, MARKS, type StoredFile } from './port.ts';

interface Row {
  _id: ObjectId;
  /** The key. Two concurrent writers of the same key may make two copies; each deletes its own where an older one exists. */
  filename: string;
  length: number;
  uploadDate: Date;
}

const BUCKET = 'files';
/** An upload older than this belongs to a process that died. */
const DEAD_MS = 3_600_000;

/** GridFS in a database of its own. Reads always go to the primary, whatever the address says: a deleted file is gone at once. */
export function openGridFsFiles(url: string, database: string): FileStore {
  const client = mongoClient(url, 'aulaviva files');
  const db = client.db(database);
  const bucket = new GridFSBucket(db, { bucketName: BUCKET });
  const rows: Collection<Row> = db.collection(`${BUCKET}.files`);
  const chunks: Collection<{ _id: ObjectId; files_id: ObjectId; n: number }> = db.collection(`${BUCKET}.chunks`);
  const marks: Collection<{ _id: string }> = db.collection(`${BUCKET}.${MARKS}`);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asFailure(error, 'the files cannot be reached');
    }
  };
  const toStored = ({ filename, length, uploadDate }: Row): StoredFile => ({ key: filename, bytes: length, storedAt: uploadDate });
  const find = async (key: string): Promise<Row | null> => {
    checkKey(key);
    return rows.findOne({ filename: key }, { sort: { _id: 1 } });
  };
  const remove = async (_id: ObjectId): Promise<void> => {
    // The entry is deleted first: without it the chunks mean nothing.
    await rows.deleteOne({ _id });
    await chunks.deleteMany({ files_id: _id });
  };
  const write = (key: string, bytes: Uint8Array): Promise<ObjectId> =>
    new Promise((resolve, reject) => {
      const upload = bucket.openUploadStream(key);
      upload.once('error', reject).once('finish', () => resolve(upload.id));
      upload.end(bytes);
    });
  /** Chunks of uploads whose process died before it wrote their entry. */
  const forgetBegun = async (): Promise<void> => {
    const before = ObjectId.createFromTime(Math.floor((Date.now() - DEAD_MS) / 1_000));
    for await (const { files_id } of chunks.find({ n: 0, files_id: { $lt: before } }, { projection: { files_id: 1 } }))
      if (!(await rows.findOne({ _id: files_id }, { projection: { _id: 1 } }))) await chunks.deleteMany({ files_id });
  };

  return {
    put: (key, bytes) =>
      guarded(async () => {
        const there = await find(key);
        // One that was cut off or replaced since is written again.
        if (there && (await isSame({ bytes: there.length, stream: bucket.openDownloadStream(there._id) }, bytes))) return;
        const own = await write(key, bytes);
        if (there) await remove(there._id);
        const first = await find(key);
        if (first && !first._id.equals(own)) await remove(own);
      }),
    get: (key, range) =>
      guarded(async () => {
        const found = await find(key);
        if (!found) return null;
        return {
          bytes: found.length,
          stream: bucket.openDownloadStream(found._id, range && { start: range.from, end: range.to + 1 }),
        };
      }),
    head: (key) =>
      guarded(async () => {
        const found = await find(key);
        return found && toStored(found);
      }),
    delete: (key) =>
      guarded(async () => {
        checkKey(key);
        for await (const { _id } of rows.find({ filename: key }, { projection: { _id: 1 } })) await remove(_id);
      }),
    mark: (school) =>
      guarded(async () => {
        await marks.updateOne({ _id: school }, { $setOnInsert: { since: new Date() } }, { upsert: true });
        return (await marks.find().toArray()).map(({ _id }) => _id).filter(isMark);
      }),
    async *list() {
      await guarded(forgetBegun);
      let after = '';
      for (;;) {
        const page = await guarded(() =>
          rows
            .find({ filename: { $gt: after } })
            .sort({ filename: 1 })
            .limit(500)
            .toArray(),
        );
        for (const row of page) {
          if (row.filename !== after) yield toStored(row);
          after = row.filename;
        }
        if (page.length < 500) return;
      }
    },
    close: () => client.close(),
  };
}
