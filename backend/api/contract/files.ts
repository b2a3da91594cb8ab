import { z } from 'zod';
import { blankable, pageQuery } from './common.ts';
import type { RoleCode } from './policy.ts';
import { route } from './route.ts';

/** Where a file may go: who may put it there, how large it may be as it is sent, and what it becomes. */
export interface Bucket {
  roles: readonly RoleCode[];
  maxBytes: number;
  /** The shape in which an image is drawn anew. */
  image: { width: number; height: number; fit: 'cover' | 'inside' };
  /** A PDF too, kept as it is and only ever downloaded. */
  pdf: boolean;
  /** Whether anyone may read it who has its address, which nobody can guess; else one has to be signed in. */
  open: boolean;
}

const MB = 1024 * 1024;
export const buckets = {
  img_perfiluser: { roles: [1, 2, 3, 4], maxBytes: 8 * MB, image: { width: 512, height: 512, fit: 'cover' }, pdf: false, open: true },
  img_curso: { roles: [2, 3], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  img_sitio: { roles: [2], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  recursos: { roles: [2, 3], maxBytes: 20 * MB, image: { width: 2400, height: 2400, fit: 'inside' }, pdf: true, open: false },
} as const satisfies Record<string, Bucket>;
export type BucketName = keyof typeof buckets;
export const bucketName = z.enum(Object.keys(buckets) as [BucketName, ...BucketName[]]);

/** Most files of one call. */
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = Math.max(...Object.values(buckets).map(({ maxBytes }) => maxBytes));

export const storedFile = z.object({
  id: z.string(),
  fileUrl: z.string(),
  mime: z.string(),
  bytes: z.number(),
  /** SHA-256 of what is kept, which is not what was sent. */
  sha256: z.string(),
});
export const uploadAnswer = z.object({ urls: z.array(z.string()), files: z.array(storedFile) });
export type UploadAnswer = z.output<typeof uploadAnswer>;

export const keptFile = z.object({
  id: z.string(),
  bucket: bucketName,
  fileUrl: z.string(),
  bytes: z.number(),
  usuario: z.number(),
  guardado: z.string(),
  usos: z.number(),
  /** When it is deleted unless somebody uses it; null while somebody does. */
  se_borra: z.string().nullable(),
});
export type KeptFile = z.output<typeof keptFile>;

const tag = 'Archivos';
const fields = z.object({ bucket: blankable(bucketName) });

export const files = {
  uploadFile: route({
    id: 'uploadFile',
    method: 'POST',
    path: '/api/files/upload',
    tag,
    summary:
      'Upload files (multipart/form-data, fields `file` or `files`, `bucket` there or in the query). Without a bucket: a course’s image for who may make courses, else one’s picture.',
    policy: 'files.upload',
    query: fields,
    body: fields,
    upload: { fields: ['file', 'files'], maxFiles: MAX_FILES },
    answer: uploadAnswer,
    errors: ['UPLOAD_FAILED', 'TOO_LARGE', 'UNSUPPORTED_TYPE'],
  }),
  listFiles: route({
    id: 'listFiles',
    method: 'GET',
    path: '/api/files',
    tag,
    summary: 'The files that are kept, newest first, and whether anything uses them',
    policy: 'files.list',
    query: pageQuery.extend({ bucket: blankable(bucketName) }),
    answer: z.array(keptFile),
  }),
} as const;
