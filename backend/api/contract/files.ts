import { z } from 'zod';
import { type BucketName, buckets, MAX_FILES } from './buckets.ts';
import { blankable, pageQuery } from './common.ts';
import { route } from './route.ts';

export const bucketName = z.enum(Object.keys(buckets) as [BucketName, ...BucketName[]]);

export const storedFile = z.object({
  id: z.string(),
  fileUrl: z.string(),
  mime: z.string(),
  bytes: z.number(),
  /** SHA-256 of the stored file, which differs from the uploaded one. */
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
  /** When it will be deleted if it stays unused; null while it is used. */
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
    account: true,
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
