import type { BucketName } from '../../../backend/api/contract/buckets.ts';
import type { UploadAnswer } from '../../../backend/api/contract/files.ts';
import { ApiError, newReference, readFields } from './http.ts';

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
    call.open('POST', `/api/files/upload?bucket=${bucket}`);
    call.responseType = 'json';
    call.setRequestHeader('accept', 'application/json');
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    call.addEventListener(
      'load',
      over(() => {
        const answer = call.response as (UploadAnswer & { code?: string; message?: string }) | null;
        if (call.status < 300 && answer) return resolve(answer);
        reject(
          new ApiError(
            call.status,
            answer?.code ?? 'UNKNOWN',
            answer?.message ?? '',
            call.getResponseHeader('x-request-id') ?? newReference(),
            readFields(answer, call.getResponseHeader('x-error-codes')),
          ),
        );
      }),
    );
    const lost = () => reject(new ApiError(0, 'NETWORK', 'network', newReference()));
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
