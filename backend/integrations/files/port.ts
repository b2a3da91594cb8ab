import type { Readable } from 'node:stream';

/**
 * Where the bytes of uploaded files are kept: on the local disk, in MongoDB (GridFS) or in a store that speaks S3.
 * A key is `<bucket>/<hash>.<extension>`, and its content never changes. Errors: StoreUnavailable.
 */
export interface FileStore {
  /** Durable before it resolves; somebody who reads meanwhile finds all of it or nothing. The same key again is nothing new. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null when it is not there. `range`: from this byte to that one, both inclusive and within the file. */
  get(key: string, range?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  head(key: string): Promise<StoredFile | null>;
  /** Of a key that is not there: nothing. */
  delete(key: string): Promise<void>;
  /** Leaves the mark of a school that keeps its files here (its id, 64 hex digits); the same again is nothing new. Answers the marks of all that do. */
  mark(school: string): Promise<readonly string[]>;
  /** Every file, in no order; marks are none. */
  list(): AsyncIterable<StoredFile>;
  close(): Promise<void>;
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

/** Where marks are: no key begins so. */
export const MARKS = 'schools';
const MARK = /^[0-9a-f]{64}$/;
export const isMark = (name: string): boolean => MARK.test(name);

const KEY = /^[a-z][a-z_]{0,39}\/[0-9a-f]{64}\.[a-z]{3,4}$/;

/** Throws at anything that is no key: no adapter ever sees a path of somebody else's making. */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError('not the key of a file');
}
