import { z } from 'zod';
import { defineEvent, type EventOf } from './define.ts';
import { growing } from './growing.ts';
import { id } from './types.ts';

/** Files that people upload. One stream per file, `file-<bucket>_<hash>`: what it holds never changes, only who names it does. */

/** Where a file belongs; what may be put there, and by whom, the API says (`contract/files.ts`). */
export const bucketName = z.enum(['img_perfiluser', 'img_curso', 'img_sitio', 'recursos']);
export type BucketName = z.output<typeof bucketName>;
/** Buckets whose files are about the person who uploaded them: they go when the person is erased. */
export const personalBuckets: ReadonlySet<BucketName> = new Set(['img_perfiluser']);

/** 64 hex digits, made of the content: SHA-256, and in a personal bucket an HMAC of content and owner, which tells nothing to who holds the picture. */
const hash = z.string().max(64);
const extension = z.enum(['webp', 'pdf']);
export type FileExtension = z.output<typeof extension>;
const file = { bucket: bucketName, hash };
/** The stream that names the file, as `user-5` or `course-3`. */
const referrer = z.string().max(230);

export const FileStored = defineEvent('FileStored', {
  category: 'file',
  // The name it had on the person's machine is not kept: it may say anything.
  schema: z.object({ ...file, extension, bytes: z.number().int().min(1), ownerId: id }),
  summary: 'Se guardó un archivo que una persona subió; si nadie lo usa en 24 horas, se borra.',
});
export const FileReferenced = defineEvent('FileReferenced', {
  category: 'file',
  schema: z.object({ ...file, referrer }),
  summary: 'Un perfil, un curso o el sitio empezó a usar un archivo.',
});
export const FileReleased = defineEvent('FileReleased', {
  category: 'file',
  schema: z.object({ ...file, referrer }),
  summary: 'Un perfil, un curso o el sitio dejó de usar un archivo.',
});
export const FileRemoved = defineEvent('FileRemoved', {
  category: 'file',
  schema: z.object({ ...file, extension, cause: growing(['orphan', 'erased'], 'orphan') }),
  summary: 'Un archivo se borró: nadie lo usaba desde hacía 24 horas, o se borraron los datos de su dueño.',
});

export const fileEvents = [FileStored, FileReferenced, FileReleased, FileRemoved] as const;
export type FileEvent = EventOf<(typeof fileEvents)[number]>;

/** A file as everything names it: its key in the store of files, and the end of its address. */
export interface FileName {
  bucket: BucketName;
  hash: string;
  extension: FileExtension;
}

const KEY = /^([a-z_]{1,40})\/([0-9a-f]{64})\.([a-z]{3,4})$/;
export const fileKey = ({ bucket, hash, extension }: FileName): string => `${bucket}/${hash}.${extension}`;

/** Reads `<bucket>/<hash>.<extension>`; null when it is no name of a file. */
export function readFileKey(key: string): FileName | null {
  const [, bucket, hash = '', ending] = KEY.exec(key) ?? [];
  const known = z.object({ bucket: bucketName, extension }).safeParse({ bucket, extension: ending });
  return known.success ? { ...known.data, hash } : null;
}

const ADDRESS = /\/api\/files\/([a-z_]{1,40}\/[0-9a-f]{64}\.[a-z]{3,4})(?![\w.])/g;
export const fileAddress = (name: FileName): string => `/api/files/${fileKey(name)}`;

/** The files whose addresses stand in a text, whatever stands around them. */
export const filesIn = (text: string): FileName[] =>
  [...new Set([...text.matchAll(ADDRESS)].map(([, key = '']) => key))].flatMap((key) => readFileKey(key) ?? []);
