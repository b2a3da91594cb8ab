import './texts.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnAccountQuery, usePasskeyLoginOptionsMutation, useProveMutation } from '../../api/generated.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/field.tsx';

/** Asks for the password or a passkey once more, before something that decides who gets into the account. */
export function ProofDialog({ onDone }: { onDone: (proven: boolean) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const errorText = useErrorText();
  const user = useSessionUser();
  const form = useId();
  const { data } = useOwnAccountQuery();
  const [prove, { isLoading }] = useProveMutation();
  const [begin] = usePasskeyLoginOptionsMutation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const hasPassword = data?.tiene_contrasena ?? true;
  const hasKey = (data?.llaves.length ?? 0) > 0 && typeof PublicKeyCredential !== 'undefined';
  const byPassword = async () => {
    if (password === '') return setError(t('account:proof.required'));
    try {
      await prove({ contrasena: password }).unwrap();
      onDone(true);
    } catch (refused) {
      setError(errorText(refused));
    }
  };
  const byKey = async () => {
    setFailure(undefined);
    try {
      const { reto, opciones } = await begin().unwrap();
      // Only who has a key needs the library.
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await startAuthentication({ optionsJSON: opciones as never });
      await prove({ reto, respuesta: { ...answer } }).unwrap();
      onDone(true);
    } catch (refused) {
      setFailure(refused instanceof Error && toFailure(refused).code === 'UNKNOWN' ? t('account:proof.keyCancelled') : errorText(refused));
    }
  };
  const returnTo = encodeURIComponent(globalThis.location.pathname + globalThis.location.search);
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      locked={isLoading}
      title={t('account:proof.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={() => onDone(false)} disabled={isLoading}>
            {t('common:action.cancel')}
          </button>
          {hasPassword ? (
            <button type="submit" form={form} className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
              {t('account:proof.confirm')}
            </button>
          ) : null}
        </>
      }
    >
      <p>{t('account:proof.text')}</p>
      {hasPassword ? (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // It may stand inside another form on the page.
            event.stopPropagation();
            if (!isLoading) void byPassword();
          }}
        >
          <input type="text" autoComplete="username" value={user.email ?? user.username ?? ''} readOnly hidden />
          <PasswordField
            label={t('account:proof.password')}
            autoComplete="current-password"
            required
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        </form>
      ) : null}
      {hasKey ? (
        <button type="button" className="btn alt wide" onClick={() => void byKey()} disabled={isLoading}>
          {t('account:proof.byKey')}
        </button>
      ) : null}
      {!hasPassword && !hasKey ? (
        <>
          <p>{t('account:proof.neither')}</p>
          <a className="btn" href={`/api/auth/google?returnTo=${returnTo}`}>
            {t('account:proof.byGoogle')}
          </a>
        </>
      ) : null}
      {failure ? (
        <p className="field-error" role="alert">
          {failure}
        </p>
      ) : null}
    </Dialog>
  );
}
