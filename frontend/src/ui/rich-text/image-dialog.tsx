import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buckets } from '../../../../backend/api/contract/buckets.ts';
import { Dialog } from '../dialog.tsx';
import { toFailure, useErrorText } from '../error-text.ts';
import { Failure, Field } from '../field.tsx';
import { PICTURES } from '../use-upload.ts';

export interface ImageOptions {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}
export type KeepImage = (image: File, options: ImageOptions) => Promise<string>;
/** Images in texts of a course are stored among its files. */
const imageLimit = buckets.recursos.maxBytes;

interface Props {
  image: File;
  onImage: KeepImage;
  onInsert: (address: string, alt: string) => void;
  onClose: () => void;
}

/** Asks for an image's description while it is being uploaded. */
export function ImageDialog({ image, onImage, onInsert, onClose }: Props) {
  const { t } = useTranslation('richText');
  const errorText = useErrorText();
  const [preview, setPreview] = useState<string | null>(null);
  const [alt, setAlt] = useState('');
  const [decorative, setDecorative] = useState(false);
  const [asked, setAsked] = useState(false);
  const [progress, setProgress] = useState(0);
  const [address, setAddress] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const unfit = !PICTURES.includes(image.type)
    ? t('imageDialog.wrongType')
    : image.size > imageLimit
      ? t('imageDialog.tooLarge', { limit: imageLimit / 1024 / 1024 })
      : null;
  const now = useRef({ onImage, t, errorText });
  useEffect(() => {
    now.current = { onImage, t, errorText };
  });
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => setPreview(String(reader.result)));
    reader.readAsDataURL(image);
    return () => reader.abort();
  }, [image]);
  useEffect(() => {
    if (unfit) return;
    void attempt;
    const control = new AbortController();
    setFailure(null);
    now.current.onImage(image, { onProgress: setProgress, signal: control.signal }).then(
      (kept) => {
        if (kept) setAddress(kept);
        else setFailure(now.current.t('imageDialog.noAddress'));
      },
      (thrown: unknown) => {
        if (control.signal.aborted) return;
        const { code, message } = toFailure(thrown);
        setFailure(
          code === 'UPLOAD_FAILED' && message ? message : now.current.t('imageDialog.failed', { detail: now.current.errorText(thrown) }),
        );
      },
    );
    return () => control.abort();
  }, [image, unfit, attempt]);
  const text = decorative ? '' : alt.trim();
  const missing = !decorative && text === '';
  // Pressed before the upload ended: it is inserted as soon as it has.
  useEffect(() => {
    if (waiting && address) onInsert(address, text);
  }, [waiting, address, text, onInsert]);
  const insert = () => {
    setAsked(true);
    if (missing || unfit) return;
    if (address) onInsert(address, text);
    else setWaiting(true);
  };
  const problem = unfit ?? failure;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('imageDialog.title')}
      toField
      footer={
        problem && !unfit ? (
          <button type="button" className="btn" onClick={() => setAttempt(attempt + 1)}>
            {t('imageDialog.retry')}
          </button>
        ) : (
          <button type="button" className="btn" onClick={insert} disabled={Boolean(unfit)} aria-busy={waiting}>
            {t('imageDialog.insert')}
          </button>
        )
      }
    >
      {preview && !unfit ? <img className="rich-preview" src={preview} alt={t('imageDialog.preview')} /> : null}
      {!address && !problem ? <progress max={1} value={progress} aria-label={t('imageDialog.uploading')} /> : null}
      <Failure>{problem}</Failure>
      {unfit ? null : (
        <>
          <Field
            label={t('imageDialog.alt')}
            hint={t('imageDialog.altHint')}
            maxLength={300}
            value={alt}
            disabled={decorative}
            error={asked && missing ? t('imageDialog.altNeeded') : undefined}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              insert();
            }}
          />
          <label className="checkbox">
            <input type="checkbox" checked={decorative} onChange={(event) => setDecorative(event.target.checked)} />
            <span>{t('imageDialog.decorative')}</span>
          </label>
        </>
      )}
    </Dialog>
  );
}
