import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BucketName } from '../../../../backend/api/contract/buckets.ts';
import { uploadFile } from '../../lib/upload.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';

/** Sends one file of these types and says how far it is; what cannot be sent answers why, in a sentence. */
export function useUpload(bucket: BucketName, types: readonly string[], maxBytes: number, of: 'cover' | 'file' = 'cover') {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  /** From 0 to 1 while it is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const failedWith = (detail: string) => ({ failed: t(`${of}.failedWith`, { detail }), address: null });
  const send = async (file: File): Promise<{ address: string | null; failed: string | null }> => {
    // What the browser can tell at once; the server looks at the bytes.
    if (!types.includes(file.type)) return failedWith(t(`${of}.wrongType`));
    if (file.size > maxBytes) return failedWith(t(`${of}.tooLarge`, { limit: maxBytes / 1024 / 1024 }));
    const mine = new AbortController();
    control.current = mine;
    setSent(0);
    try {
      const { urls } = await uploadFile(file, bucket, { onProgress: setSent, signal: mine.signal });
      return urls[0] ? { address: urls[0], failed: null } : { address: null, failed: t(`${of}.noAddress`) };
    } catch (thrown) {
      if (mine.signal.aborted) return { address: null, failed: null };
      const { code, message } = toFailure(thrown);
      return failedWith(code === 'UPLOAD_FAILED' && message ? message.slice(message.indexOf(': ') + 1).trim() : errorText(thrown));
    } finally {
      control.current = null;
      setSent(null);
    }
  };
  return { sent, send, stop: () => control.current?.abort() };
}
