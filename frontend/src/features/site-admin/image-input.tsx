import './texts.ts';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { PICTURES, usePictureUpload } from '../../ui/use-upload.ts';
import { addressProblem } from './fields.ts';

interface Props {
  /** Its name in the body of the call. */
  name: string;
  label: string;
  /** The label within a sentence: «Logotipo». */
  called: string;
  value: string;
  onChange: (address: string) => void;
  /** While a file is being uploaded, the form must not be sent. */
  onBusy: (busy: boolean) => void;
  error?: string | undefined;
  hint?: React.ReactNode;
  max?: number | undefined;
}

/** An image in a `Form` of the site. */
export const ImageField = ({ name, ...props }: Omit<Props, 'value' | 'onChange' | 'error'>) => (
  <Controller
    name={name}
    render={({ field, fieldState }) => (
      <ImageInput {...props} name={name} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
    )}
  />
);

/** An image of the site: an address, or an uploaded file that gets one. Visitors see it once the form is saved. */
function ImageInput({ name, label, called, value, onChange, onBusy, error, hint, max }: Props) {
  const { t } = useTranslation('siteAdmin');
  const { sent, limit, send, stop } = usePictureUpload('img_sitio');
  const [failure, setFailure] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const take = async (chosen: File) => {
    setFailure(null);
    setDone(false);
    onBusy(true);
    const { address, failed } = await send(chosen);
    setFailure(failed);
    if (address) {
      onChange(address);
      setDone(true);
    }
    onBusy(false);
  };
  const shown = value.trim() !== '' && addressProblem(value.trim()) === undefined && broken !== value;
  return (
    <div className="site-image">
      <Field
        name={name}
        label={label}
        optional
        value={value}
        maxLength={max}
        error={error}
        hint={hint}
        onChange={(event) => {
          setDone(false);
          onChange(event.target.value);
        }}
      />
      <div className="row">
        {shown ? (
          <img className="site-image-view" src={value.trim()} alt={t('image.preview', { name: called })} onError={() => setBroken(value)} />
        ) : null}
        {sent === null ? (
          <FileButton
            label={t('image.file', { name: called })}
            accept={PICTURES}
            onChoose={(chosen) => void take(chosen)}
            ref={choose}
            aria-label={t('image.uploadOf', { name: called })}
          >
            <IconUpload size={18} aria-hidden="true" />
            {t('image.upload')}
          </FileButton>
        ) : (
          <>
            <progress className="site-image-progress" max={1} value={sent} aria-label={t('image.progress', { name: called })} />
            <button
              type="button"
              className="btn alt"
              onClick={() => {
                stop();
                setTimeout(() => choose.current?.focus());
              }}
            >
              {t('image.stop')}
            </button>
          </>
        )}
      </div>
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : (
        <p className="field-note" role="status">
          {done ? t('image.done') : t('image.hint', { limit })}
        </p>
      )}
    </div>
  );
}
