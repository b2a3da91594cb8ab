import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buckets } from '../../../../backend/api/contract/buckets.ts';
import { uploadFile } from '../../lib/upload.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];
const { maxBytes } = buckets.img_curso;

interface Props {
  /** Blank where there is none: the course shows its drawn route. */
  address: string;
  onChange: (address: string) => void;
  /** While a file is on its way the form must not be sent without it. */
  onBusy: (busy: boolean) => void;
}

/** The image of a course, by uploading it. */
export function CoverInput({ address, onChange, onBusy }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const file = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const take = async (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    setFailure(null);
    if (!ACCEPTED.includes(chosen.type)) return setFailure(t('create.imageFailed', { detail: t('create.imageType') }));
    if (chosen.size > maxBytes)
      return setFailure(t('create.imageFailed', { detail: t('create.imageLarge', { limit: maxBytes / 1024 / 1024 }) }));
    const control = new AbortController();
    sending.current = control;
    setSent(0);
    onBusy(true);
    try {
      const { urls } = await uploadFile(chosen, 'img_curso', { onProgress: setSent, signal: control.signal });
      if (urls[0]) onChange(urls[0]);
      else setFailure(t('create.imageNone'));
    } catch (thrown) {
      const { code, message } = toFailure(thrown);
      if (!control.signal.aborted)
        setFailure(code === 'UPLOAD_FAILED' && message ? message : t('create.imageFailed', { detail: errorText(thrown) }));
    } finally {
      setSent(null);
      onBusy(false);
    }
  };
  return (
    <div className="field">
      <span className="field-label">{t('create.image')}</span>
      <div className="row">
        {address ? <img className="create-cover" src={address} alt={t('create.imagePreview')} /> : null}
        <input
          ref={file}
          className="sr"
          type="file"
          accept={ACCEPTED.join(',')}
          tabIndex={-1}
          aria-label={t('create.image')}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        {sent === null ? (
          <button type="button" className="btn alt" onClick={() => file.current?.click()}>
            {t(address ? 'create.imageOther' : 'create.imageChoose')}
          </button>
        ) : (
          <progress max={1} value={sent} aria-label={t('create.imageSending')} />
        )}
        {address && sent === null ? (
          <button type="button" className="btn ghost" onClick={() => onChange('')}>
            {t('create.imageRemove')}
          </button>
        ) : null}
      </div>
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : (
        <p className="field-note" role="status">
          {address ? t('create.imageDone') : t('create.imageHint')}
        </p>
      )}
    </div>
  );
}
