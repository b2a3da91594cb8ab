import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Stores the bytes of uploaded files: on the local disk, in MongoDB (GridFS) or in an S3-compatible store.
 * A key is `<bucket>/<hash>.<extension>`, and its content never changes. Errors: StoreUnavailable.
 */
export interface FileStore {
  /** Durable before it resolves; concurrent readers find the whole file or nothing. Storing the same bytes again changes nothing; others under their key are replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null where it does not exist. `range`: from this byte to that one, both inclusive and within the file. */
  get(key: string, range?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  head(key: string): Promise<StoredFile | null>;
  /** Does nothing where the key does not exist. */
  delete(key: string): Promise<void>;
  /** Leaves the mark of a school that keeps its files here (its id, 64 hex digits). Idempotent. Returns the marks of all such schools. */
  mark(school: string): Promise<readonly string[]>;
  /** Every file, in no order, without marks. */
  list(): AsyncIterable<StoredFile>;
  close(): Promise<void>;
}

/** Whether the stored bytes themselves cannot be read, by the error that their stream ended with; any other is an outage of the store. */
export const isUnreadable = (error: unknown): boolean => {
  const { code, name } = error as NodeJS.ErrnoException;
  return code === 'EIO' || name === 'MongoGridFSChunkError';
};

/** Whether what is stored is exactly these bytes. */
export async function isSame({ bytes, stream }: { bytes: number; stream: Readable }, wanted: Uint8Array): Promise<boolean> {
  if (bytes !== wanted.length) {
    stream.destroy();
    return false;
  }
  try {
    return (await buffer(stream)).equals(wanted);
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

export interface ByteRange {
  from: number;
  to: number;
}
export interface StoredFile {
  key: string;
  bytes: number;
  storedAt: Date;
}

/** Prefix of marks: no key begins so. */
export const MARKS = 'schools';
const MARK = /^[0-9a-f]{64}$/;
export const isMark = (name: string): boolean => MARK.test(name);

const KEY = /^[a-z][a-z_]{0,39}\/[0-9a-f]{64}\.[a-z]{3,4}$/;

/** Throws on anything that is not a key: adapters never see a path made by somebody else. */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError('not the key of a file');
}
