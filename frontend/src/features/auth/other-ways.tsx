import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addresses } from '../../../../backend/api/contract/addresses.ts';
import { call, isFailure } from '../../lib/http.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { useResource } from '../../lib/use-resource.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';

export const googleKey = 'google';
export const useGoogle = () => useResource(googleKey, (signal) => call(calls.googleState, undefined, { signal }));

/** Sign-in with Google, where the school has it. It leaves the application, so it is a plain link and not a route. */
export function GoogleLink({ returnTo, label }: { returnTo: string | null; label: string }) {
  const { t } = useTranslation('auth');
  const { data } = useGoogle();
  if (!data?.activo) return null;
  return (
    <>
      <a className="btn alt wide" href={`${addresses.google}${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`}>
        <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
          <path fill="#4285F4" d="M17.6 9.2c0-.6-.1-1.2-.2-1.8H9v3.5h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.6Z" />
          <path fill="#34A853" d="M9 18c2.4 0 4.5-.8 6-2.2l-3-2.2a5.4 5.4 0 0 1-8-2.9H1v2.3A9 9 0 0 0 9 18Z" />
          <path fill="#FBBC05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8l3-2.3Z" />
          <path fill="#EA4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3l2.6-2.5A9 9 0 0 0 1 5l3 2.3a5.4 5.4 0 0 1 5-3.7Z" />
        </svg>
        {label}
      </a>
      {data.demo ? <p className="muted access-hint">{t('google.demoHint')}</p> : null}
    </>
  );
}

/** Signs in with a passkey, where the browser supports them. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  if (typeof PublicKeyCredential === 'undefined') return null;
  const enter = async () => {
    setFailure(null);
    try {
      const { data } = await call(calls.passkeyLoginOptions);
      // The library is loaded only for people with a key.
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await startAuthentication({ optionsJSON: data.opciones as never });
      await call(calls.passkeyLogin, { reto: data.reto, respuesta: { ...answer } });
      await onSignedIn();
    } catch (error) {
      setFailure(isFailure(error) ? errorText(error) : t('passkey.cancelled'));
    }
  };
  return (
    <>
      <button type="button" className="btn alt wide" onClick={() => void run(enter)} disabled={busy} aria-busy={busy}>
        {t(busy ? 'passkey.busy' : 'passkey.login')}
      </button>
      <Failure>{failure}</Failure>
    </>
  );
}
