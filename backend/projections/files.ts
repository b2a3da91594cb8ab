import type { BucketName, FileExtension } from '../../events/files.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface FileDoc {
  bucket: BucketName;
  hash: string;
  extension: FileExtension;
  bytes: number;
  ownerId: number;
  /** The streams that refer to it. */
  referrers: readonly string[];
  storedAt: string;
  /** Since when it is unused; null while something refers to it. */
  unusedSince: string | null;
}

const key = ({ data }: Recorded<StreamEvent<'file'>>) => `${data.bucket}_${data.hash}`;

const referring = (doc: FileDoc, referrers: readonly string[], at: string): FileDoc => ({
  ...doc,
  referrers,
  unusedSince: referrers.length > 0 ? null : (doc.unusedSince ?? at),
});

/** Every stored file, and what refers to it. Pictures of people are named by an HMAC and are deleted right after their owner is erased. */
export const files: Projection<FileDoc, StreamEvent<'file'>> = {
  name: 'files',
  version: 2,
  indexes: [['-storedAt'], ['bucket', '-storedAt'], ['ownerId']],
  on: {
    FileStored: {
      key,
      evolve: (doc, { data, meta }: Recorded<EventOf<'FileStored'>>) => ({
        ...data,
        referrers: doc?.referrers ?? [],
        storedAt: doc?.storedAt ?? meta.occurredAt,
        unusedSince: meta.occurredAt,
      }),
    },
    FileReferenced: {
      key,
      evolve: (doc, { data, meta }: Recorded<EventOf<'FileReferenced'>>) =>
        doc && referring(doc, [...new Set([...doc.referrers, data.referrer])].sort(), meta.occurredAt),
    },
    FileReleased: {
      key,
      evolve: (doc, { data, meta }: Recorded<EventOf<'FileReleased'>>) =>
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
