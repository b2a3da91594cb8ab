import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURES, usePictureUpload } from '../../ui/use-upload.ts';

interface Props {
  /** Blank where there is none: the course shows its drawn route. */
  address: string;
  onChange: (address: string) => void;
  /** While a file is being uploaded, the form must not be sent. */
  onBusy: (busy: boolean) => void;
}

/** The image of a course, by uploading it. */
export function CoverInput({ address, onChange, onBusy }: Props) {
  const { t } = useTranslation('admin');
  const file = useRef<HTMLInputElement>(null);
  const { sent, send } = usePictureUpload('img_curso');
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    setFailure(null);
    onBusy(true);
    const { address: uploaded, failed } = await send(chosen);
    setFailure(failed);
    if (uploaded) onChange(uploaded);
    onBusy(false);
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
          accept={PICTURES.join(',')}
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
