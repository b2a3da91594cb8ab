import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '../../../../backend/api/contract/account.ts';
import { buckets } from '../../../../backend/api/contract/buckets.ts';
import { api } from '../../api/api.ts';
import { type SessionUser, setSessionUser } from '../../lib/session.ts';
import { uploadFile } from '../../lib/upload.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { textOfField, toFailure, useErrorText } from '../../ui/error-text.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { notify } from '../../ui/notify.ts';
import { PICTURES } from '../../ui/use-upload.ts';
import { VisibilitySelect } from './visibility.tsx';

const { maxBytes } = buckets.img_perfiluser;

interface Chosen {
  file: File;
  /** As a data: address, the only kind that the Content-Security-Policy allows here. */
  preview: string;
}
const readPreview = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });

interface Props {
  user: SessionUser;
  /** Who may see the picture; undefined until it is known. */
  visibility?: Visibility | undefined;
  children?: React.ReactNode;
}
/** One's picture: choose, preview, save; or remove it. The previous one stays until the new one is saved, and where saving fails. */
export function Picture({ user, visibility, children }: Props) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update] = api.useUpdateUserMutation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [broken, setBroken] = useState(false);
  /** From 0 to 1 while it is uploaded. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const sending = useRef<AbortController | null>(null);
  const busy = sent !== null;
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    if (chosen) save.current?.focus();
  }, [chosen]);

  const forget = () => {
    sending.current?.abort();
    setChosen(null);
    setBroken(false);
    setError(null);
    setTimeout(() => choose.current?.focus());
  };
  const take = async (file: File) => {
    setChosen(null);
    setBroken(false);
    setError(null);
    // Quick checks in the browser; the server checks the bytes.
    if (!PICTURES.includes(file.type)) return setError(t('picture.failedWith', { detail: t('picture.wrongType') }));
    if (file.size > maxBytes)
      return setError(t('picture.failedWith', { detail: t('picture.tooLarge', { limit: maxBytes / 1024 / 1024 }) }));
    try {
      setChosen({ file, preview: await readPreview(file) });
    } catch {
      setError(t('picture.failed'));
    }
  };
  const failureText = (failure: unknown): string => {
    const { code, fields } = toFailure(failure);
    const [field] = fields;
    if (code !== 'UPLOAD_FAILED' || !field) return t('picture.failedWith', { detail: errorText(failure) });
    const detail = field.code === 'FILE_TOO_LARGE' ? t('picture.tooLarge', { limit: maxBytes / 1024 / 1024 }) : textOfField(field);
    return t('picture.failedWith', { detail });
  };
  const send = async () => {
    if (!chosen || busy) return;
    const control = new AbortController();
    sending.current = control;
    setSent(0);
    setError(null);
    try {
      const { urls } = await uploadFile(chosen.file, 'img_perfiluser', { onProgress: setSent, signal: control.signal });
      const [address] = urls;
      if (!address) return setError(t('picture.noAddress'));
      setSessionUser(await update({ id: user.id, body: { profile_picture: address } }).unwrap());
      forget();
      notify.success(t('picture.saved'));
    } catch (failure) {
      if (!control.signal.aborted) setError(failureText(failure));
    } finally {
      if (sending.current === control) {
        sending.current = null;
        setSent(null);
      }
    }
  };
  const shown = chosen && !broken && !error ? chosen.preview : null;

  return (
    <div className="person card">
      <div className="person-photo">
        {shown ? (
          <img className="avatar" src={shown} alt={t('picture.preview')} width={88} height={88} onError={() => setBroken(true)} />
        ) : (
          <Avatar name={user.name} picture={user.profile_picture} size={88} />
        )}
      </div>
      {children}
      <div className="photo">
        <div className="photo-actions">
          {chosen ? (
            <>
              <button ref={save} type="button" className="btn" onClick={() => void send()} disabled={busy} aria-busy={busy}>
                {t(busy ? 'saving' : error ? 'picture.again' : 'picture.save')}
              </button>
              <button type="button" className="btn alt" onClick={forget}>
                {t('cancel')}
              </button>
            </>
          ) : (
            <>
              <FileButton label={t('picture.choose')} accept={PICTURES} onChoose={(file) => void take(file)} ref={choose}>
                {t(user.profile_picture ? 'picture.change' : 'picture.add')}
              </FileButton>
              {user.profile_picture ? (
                <button type="button" className="btn ghost" data-writes onClick={() => setRemoving(true)}>
                  {t('picture.remove')}
                </button>
              ) : null}
            </>
          )}
        </div>
        {user.profile_picture && visibility && !chosen ? (
          <span className="row photo-who">
            <span className="muted">{t('picture.who')}</span>
            <VisibilitySelect fields={['profile_picture']} label={t('picture.name')} values={{ profile_picture: visibility }} />
          </span>
        ) : null}
        {busy ? <progress className="photo-progress" max={1} value={sent} aria-label={t('picture.progress')} /> : null}
        {error ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : (
          <p className="muted photo-note" data-advises>
            {chosen ? t('picture.look') : t('picture.hint', { limit: maxBytes / 1024 / 1024 })}
          </p>
        )}
      </div>
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('picture.removeTitle')}
        confirmLabel={t('picture.remove')}
        danger
        onConfirm={async () => {
          setSessionUser(await update({ id: user.id, body: { profile_picture: null } }).unwrap());
          notify.success(t('picture.removed'));
          setTimeout(() => choose.current?.focus());
        }}
      >
        {t('picture.removeText')}
      </Confirm>
    </div>
  );
}
