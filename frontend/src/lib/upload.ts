import type { BucketName } from '../../../backend/api/contract/buckets.ts';
import type { UploadAnswer } from '../../../backend/api/contract/files.ts';
import { addressOf } from './calls.ts';
import { personHeader, refusalOf, unreached } from './http.ts';

/** Uploads one file. Rejects with ApiError, or AbortError when it was cancelled. */
export const uploadFile = (file: Blob, bucket: BucketName, options: Options): Promise<UploadAnswer> =>
  sendFile<UploadAnswer>(addressOf(calls.uploadFile, { bucket, body: {} }), file, {}, options);

interface Options {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** The Idempotency-Key of the call. */
  key?: string;
}

/** A file with plain fields, as a multipart form. By XMLHttpRequest, because fetch reports no upload progress. */
export const sendFile = <Answer>(
  address: string,
  file: Blob,
  fields: Readonly<Record<string, string>>,
  { onProgress, signal, key }: Options,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const give = () => call.abort();
    const over = (settle: () => void) => () => {
      signal.removeEventListener('abort', give);
      settle();
    };
    call.open('POST', address);
    call.responseType = 'json';
    call.setRequestHeader('accept', 'application/json');
    if (key) call.setRequestHeader('idempotency-key', key);
    for (const [name, value] of Object.entries(personHeader())) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    call.addEventListener(
      'load',
      over(() => {
        if (call.status < 300 && call.response) return resolve(call.response as Answer);
        reject(refusalOf(call.status, call.response, (name) => call.getResponseHeader(name)));
      }),
    );
    const lost = () => reject(unreached());
    call.addEventListener('error', over(lost));
    call.addEventListener('timeout', over(lost));
    call.addEventListener(
      'abort',
      over(() => reject(new DOMException('given up', 'AbortError'))),
    );
    signal.addEventListener('abort', give);
    const form = new FormData();
    // Before the file, so that the server has them when it reads the file.
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('files', file, 'imagen');
    call.send(form);
  });
