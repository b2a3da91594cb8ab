import type { BucketName, FileEvent, FileExtension } from '../../events/files.ts';
import type { Projection, Recorded } from './projection.ts';

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

type Of<T extends FileEvent['type']> = Recorded<Extract<FileEvent, { type: T }>>;
const key = ({ data }: Recorded<FileEvent>) => `${data.bucket}_${data.hash}`;

const referring = (doc: FileDoc, referrers: readonly string[], at: string): FileDoc => ({
  ...doc,
  referrers,
  unusedSince: referrers.length > 0 ? null : (doc.unusedSince ?? at),
});

/** Every file that is kept, and who uses it. A picture of a person is named by an HMAC and goes when its bytes do, right after its owner is erased. */
export const files: Projection<FileDoc, FileEvent> = {
  name: 'files',
  version: 2,
  indexes: [['-storedAt'], ['bucket', '-storedAt'], ['ownerId']],
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
  topics: (id) => [{ topic: 'archivos', id }],
};
