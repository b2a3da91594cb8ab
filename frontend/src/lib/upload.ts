import type { BucketName } from '../../../backend/api/contract/buckets.ts';
import type { UploadAnswer } from '../../../backend/api/contract/files.ts';
import { addressOf } from './calls.ts';
import { personHeader, refusalOf, unreached } from './http.ts';

interface Options {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends one file. By XMLHttpRequest: fetch does not say how far it is. Rejects with ApiError, or AbortError when it was given up. */
export const uploadFile = (file: Blob, bucket: BucketName, { onProgress, signal }: Options): Promise<UploadAnswer> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const give = () => call.abort();
    const over = (settle: () => void) => () => {
      signal.removeEventListener('abort', give);
      settle();
    };
    call.open('POST', addressOf(calls.uploadFile, { bucket, body: {} }));
    call.responseType = 'json';
    call.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(personHeader())) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    call.addEventListener(
      'load',
      over(() => {
        if (call.status < 300 && call.response) return resolve(call.response as UploadAnswer);
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
    form.append('files', file, 'imagen');
    call.send(form);
  });
