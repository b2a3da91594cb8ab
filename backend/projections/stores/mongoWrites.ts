import type { ClientSession, Collection, OptionalUnlessRequiredId } from 'mongodb';
import { MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { DocWrite, Generation } from '../kernel/readStore.ts';
import { canonical, nameOf } from './query.ts';

/** Writes of MongoDB, and what its refusals mean. */

export const AWAY = 'the read store does not answer';
export const DUPLICATE_KEY = 11_000;

/** The session of the transaction in which this is written, where there is one. */
export interface Within {
  session?: ClientSession;
}

/** The most bytes of a document on the server. */
const MOST_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = new Set([10_334, 17_280, 17_419, 17_420]);

/** Finds the document that was refused for its size, and its size. */
export function tooLarge(error: unknown, generation: Generation, docs: readonly DocWrite[]): Error | null {
  const said = error instanceof MongoServerError ? TOO_LARGE.has(Number(error.code)) : error instanceof Error;
  if (!said) return null;
  for (const { key, doc } of docs) {
    const bytes = doc ? Buffer.byteLength(canonical(doc)) : 0;
    if (bytes > MOST_BYTES * 0.9) {
      const text = `a document of ${(bytes / 1_048_576).toFixed(1)} MB is more than MongoDB holds (16 MB): ${key} in ${nameOf(generation)}`;
      return new Error(text, { cause: error });
    }
  }
  return null;
}

export const isCode = (error: unknown, code: number): boolean => error instanceof MongoServerError && error.code === code;

/** Inserts what it can; returns the rows whose key was taken. Throws other errors. */
export async function inserted<T extends { _id: string } | { _id: number }>(
  collection: Collection<T>,
  rows: readonly T[],
  within: Within = {},
): Promise<T[]> {
  if (rows.length === 0) return [];
  try {
    await collection.insertMany(rows as readonly OptionalUnlessRequiredId<T>[], { ordered: false, ...within });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    // Besides taken keys: the others may not have reached a majority.
    if (errors.length === 0 || error.result.getWriteConcernError() || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return errors.flatMap(({ index }) => rows.slice(index, index + 1));
  }
}
