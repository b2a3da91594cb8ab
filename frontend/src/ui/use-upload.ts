import '../i18n/upload.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BucketName, buckets } from '../../../backend/api/contract/buckets.ts';
import { uploadFile } from '../lib/upload.ts';
import { toFailure, useErrorText } from './error-text.ts';

/** Types of pictures that the school accepts. */
export const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Messages about a refused file; `limit` in MB. */
export interface UploadWords {
  failedWith: (detail: string) => string;
  wrongType: string;
  tooLarge: (limit: number) => string;
  noAddress: string;
}
/** The result for one file: its address, or the reason of a refusal; neither where it was cancelled. */
export interface Uploaded {
  address: string | null;
  failed: string | null;
}

/** Uploads one file of these types and reports progress; a file that cannot be sent is answered with the reason, as a sentence. Cancelled when the component unmounts. */
export function useUpload(bucket: BucketName, types: readonly string[], words: UploadWords) {
  const errorText = useErrorText();
  /** From 0 to 1 while it is uploaded. */
  const [sent, setSent] = useState<number | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const { maxBytes } = buckets[bucket];
  const limit = maxBytes / 1024 / 1024;
  const failedWith = (detail: string): Uploaded => ({ failed: words.failedWith(detail), address: null });
  const send = async (file: File): Promise<Uploaded> => {
    // Quick checks in the browser; the server checks the bytes.
    if (!types.includes(file.type)) return failedWith(words.wrongType);
    if (file.size > maxBytes) return failedWith(words.tooLarge(limit));
    const mine = new AbortController();
    control.current = mine;
    setSent(0);
    try {
      const { urls } = await uploadFile(file, bucket, { onProgress: setSent, signal: mine.signal });
      return urls[0] ? { address: urls[0], failed: null } : { address: null, failed: words.noAddress };
    } catch (thrown) {
      if (mine.signal.aborted) return { address: null, failed: null };
      const { code, message } = toFailure(thrown);
      // The school's message is a whole sentence, with its subject before a colon.
      return failedWith(code === 'UPLOAD_FAILED' && message ? message.slice(message.indexOf(': ') + 1).trim() : errorText(thrown));
    } finally {
      control.current = null;
      setSent(null);
    }
  };
  return { sent, limit, send, stop: () => control.current?.abort() };
}

/** A picture, with the messages that all forms share. */
export function usePictureUpload(bucket: BucketName) {
  const { t } = useTranslation('upload');
  return useUpload(bucket, PICTURES, {
    failedWith: (detail) => t('failedWith', { detail }),
    wrongType: t('wrongType'),
    tooLarge: (limit) => t('tooLarge', { limit }),
    noAddress: t('noAddress'),
  });
}
