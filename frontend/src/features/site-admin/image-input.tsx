import './texts.ts';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { buckets } from '../../../../backend/api/contract/buckets.ts';
import { uploadFile } from '../../lib/upload.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { addressProblem } from './fields.ts';

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'];
const { maxBytes } = buckets.img_sitio;

interface Props {
  /** Its name in the body of the call. */
  name: string;
  label: string;
  /** What the field holds, in the middle of a sentence: «Logotipo». */
  called: string;
  value: string;
  onChange: (address: string) => void;
  /** While a file is on its way the form must not be sent without it. */
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

/** An image of the site: its address, typed or pasted, or a file that gets one by being uploaded. Nothing is shown to visitors until the form is saved. */
function ImageInput({ name, label, called, value, onChange, onBusy, error, hint, max }: Props) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  /** From 0 to 1 while it is sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  /** The form goes on being filled in while a file is on its way: what is put then must be put into the form as it is by then. */
  const put = useRef(onChange);
  useEffect(() => {
    put.current = onChange;
  });
  const failureText = (thrown: unknown): string => {
    const { code, message } = toFailure(thrown);
    return code === 'UPLOAD_FAILED' && message ? message : t('image.failedWith', { detail: errorText(thrown) });
  };
  const take = async (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    setFailure(null);
    setDone(false);
    // What the browser can tell at once; the server looks at the bytes.
    if (!ACCEPTED.includes(chosen.type)) return setFailure(t('image.failedWith', { detail: t('image.wrongType') }));
    if (chosen.size > maxBytes)
      return setFailure(t('image.failedWith', { detail: t('image.tooLarge', { limit: maxBytes / 1024 / 1024 }) }));
    const control = new AbortController();
    sending.current = control;
    setSent(0);
    onBusy(true);
    try {
      const { urls } = await uploadFile(chosen, 'img_sitio', { onProgress: setSent, signal: control.signal });
      const [address] = urls;
      if (!address) return setFailure(t('image.noAddress'));
      put.current(address);
      setDone(true);
    } catch (thrown) {
      if (!control.signal.aborted) setFailure(failureText(thrown));
    } finally {
      sending.current = null;
      setSent(null);
      onBusy(false);
    }
  };
  const shown = value.trim() !== '' && addressProblem(value.trim()) === undefined && broken !== value;
  return (
    <div className="site-image">
      <Field
        name={name}
        label={label}
        optional={t('optional')}
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
        <input
          ref={file}
          className="sr"
          type="file"
          accept={ACCEPTED.join(',')}
          tabIndex={-1}
          aria-label={t('image.file', { name: called })}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        {sent === null ? (
          <button
            ref={choose}
            type="button"
            className="btn alt"
            aria-label={t('image.uploadOf', { name: called })}
            onClick={() => file.current?.click()}
          >
            <IconUpload size={18} aria-hidden="true" />
            {t('image.upload')}
          </button>
        ) : (
          <>
            <progress className="site-image-progress" max={1} value={sent} aria-label={t('image.progress', { name: called })} />
            <button
              type="button"
              className="btn alt"
              onClick={() => {
                sending.current?.abort();
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
          {done ? t('image.done') : t('image.hint', { limit: maxBytes / 1024 / 1024 })}
        </p>
      )}
    </div>
  );
}
