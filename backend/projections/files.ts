import { type BucketName, type FileEvent, type FileExtension, personalBuckets } from '../../events/files.ts';
import type { Projection, Told } from './kernel/projection.ts';

export interface FileDoc {
  bucket: BucketName;
  hash: string;
  extension: FileExtension;
  bytes: number;
  ownerId: number;
  /** Streams that name it. */
  referrers: readonly string[];
  storedAt: string;
  /** Since when nobody uses it; null while somebody does. */
  unusedSince: string | null;
}

type Of<T extends FileEvent['type']> = Told<Extract<FileEvent, { type: T }>>;
const key = ({ data }: Told<FileEvent>) => `${data.bucket}_${data.hash}`;

const referring = (doc: FileDoc, referrers: readonly string[], at: string): FileDoc => ({
  ...doc,
  referrers,
  unusedSince: referrers.length > 0 ? null : (doc.unusedSince ?? at),
});

/** Every file that is kept, and who uses it. */
export const files: Projection<FileDoc, FileEvent> = {
  name: 'files',
  version: 1,
  indexes: [['-storedAt'], ['bucket', '-storedAt']],
  on: {
    FileStored: {
      key,
      evolve: (doc, { data, meta }: Of<'FileStored'>) => ({
        ...data,
        referrers: doc?.referrers ?? [],
        storedAt: doc?.storedAt ?? meta.occurredAt,
        unusedSince: meta.occurredAt,
      }),
    },
    FileReferenced: {
      key,
      evolve: (doc, { data, meta }: Of<'FileReferenced'>) =>
        doc && referring(doc, [...new Set([...doc.referrers, data.referrer])].sort(), meta.occurredAt),
    },
    FileReleased: {
      key,
      evolve: (doc, { data, meta }: Of<'FileReleased'>) =>
        doc &&
        referring(
          doc,
          doc.referrers.filter((one) => one !== data.referrer),
          meta.occurredAt,
        ),
    },
    FileRemoved: { key, evolve: () => null },
  },
  // A picture of a person goes with them, as its bytes do.
  persons: (doc) => (personalBuckets.has(doc.bucket) ? [String(doc.ownerId)] : []),
  redact: () => null,
  topics: (id) => [{ topic: 'archivos', id }],
};
