import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** Files that people upload. One stream per file, `file-<bucket>_<hash>`: its content never changes, only the list of what refers to it does. */

/** The kinds of files; `contract/files.ts` says what each accepts and who may upload it. */
export const bucketName = z.enum(['img_perfiluser', 'img_curso', 'img_sitio', 'recursos', 'comprobantes']);
export type BucketName = z.output<typeof bucketName>;
/** Buckets of personal files: they are deleted when their owner is erased. */
export const personalBuckets: ReadonlySet<BucketName> = new Set(['img_perfiluser', 'comprobantes']);

/** 64 hex digits: the SHA-256 of the content; in a personal bucket an HMAC of content and owner, so that having the picture does not reveal whose it is. */
const hash = z.string().max(64);
const extension = z.enum(['webp', 'pdf']);
export type FileExtension = z.output<typeof extension>;
const file = { bucket: bucketName, hash };
/** The stream that refers to the file, such as `user-5` or `course-3`. */
const referrer = z.string().max(230);

export const FileStored = defineEvent('FileStored', {
  category: 'file',
  version: 2,
  // The name of the file on the person's machine is not kept: it may contain anything.
  schema: z.object({ ...file, extension, bytes: z.number().int().min(1), ownerId: id }),
  summary: 'Se guardó un archivo que una persona subió; si nadie lo usa en 24 horas, se borra.',
  sentence: said('subió un archivo', 'uploaded a file'),
});
export const FileReferenced = defineEvent('FileReferenced', {
  category: 'file',
  version: 2,
  schema: z.object({ ...file, referrer }),
  summary: 'Un perfil, un curso, una compra o el sitio empezó a usar un archivo.',
  sentence: said('empezó a usar un archivo', 'began to use a file'),
});
export const FileReleased = defineEvent('FileReleased', {
  category: 'file',
  version: 2,
  schema: z.object({ ...file, referrer }),
  summary: 'Un perfil, un curso, una compra o el sitio dejó de usar un archivo.',
  sentence: said('dejó de usar un archivo', 'no longer uses a file'),
});
export const FileRemoved = defineEvent('FileRemoved', {
  category: 'file',
  version: 2,
  schema: z.object({ ...file, extension, cause: growing(['orphan', 'erased'], 'orphan') }),
  summary: 'Un archivo se borró: nadie lo usaba desde hacía 24 horas, o se borraron los datos de su dueño.',
  sentence: said('borró un archivo', 'deleted a file'),
});

export const fileEvents = [FileStored, FileReferenced, FileReleased, FileRemoved] as const;

/** How a file is referred to everywhere: its key in the file store, and the last part of its address. */
export interface FileName {
  bucket: BucketName;
  hash: string;
  extension: FileExtension;
}

const KEY = /^([a-z_]{1,40})\/([0-9a-f]{64})\.([a-z]{3,4})$/;
export const fileKey = ({ bucket, hash, extension }: FileName): string => `${bucket}/${hash}.${extension}`;

/** Parses `<bucket>/<hash>.<extension>`; null where it is not a file's key. */
export function readFileKey(key: string): FileName | null {
  const [, bucket, hash = '', ending] = KEY.exec(key) ?? [];
  const known = z.object({ bucket: bucketName, extension }).safeParse({ bucket, extension: ending });
  return known.success ? { ...known.data, hash } : null;
}

const ADDRESS = /\/api\/files\/([a-z_]{1,40}\/[0-9a-f]{64}\.[a-z]{3,4})(?![\w.])/g;
export const fileAddress = (name: FileName): string => `/api/files/${fileKey(name)}`;

/** The keys of the files whose addresses occur in a text. */
export const filesIn = (text: string): FileName[] =>
  [...new Set([...text.matchAll(ADDRESS)].map(([, key = '']) => key))].flatMap((key) => readFileKey(key) ?? []);
