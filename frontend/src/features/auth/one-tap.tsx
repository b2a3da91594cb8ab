import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/http.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { GoogleFailure } from './google-failure.tsx';
import { useGoogle } from './other-ways.tsx';

interface Asked {
  client_id: string;
  callback: (answer: { credential?: string }) => void;
  context: 'signin' | 'signup';
  cancel_on_tap_outside: boolean;
  use_fedcm_for_prompt: boolean;
  /** The element in which it may be placed. */
  prompt_parent_id: string;
}
/** The part of Google's interface that is used here (developers.google.com/identity/gsi/web/reference/js-reference). */
interface Id {
  initialize(asked: Asked): void;
  prompt(): void;
  cancel(): void;
}
declare global {
  interface Window {
    google?: { accounts?: { id?: Id } };
  }
}

const scripts = new Map<string, Promise<Id | null>>();
/** null where the script is blocked or fails: the other ways to sign in remain. */
const load = (address: string): Promise<Id | null> => {
  const found = scripts.get(address);
  if (found) return found;
  const loading = new Promise<Id | null>((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve(window.google?.accounts?.id ?? null);
    script.onerror = () => {
      script.remove();
      scripts.delete(address);
      resolve(null);
    };
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
};

const PLACE = 'one-tap';

/** Once the page is idle, Google offers its signed-in user to sign in by one tap (A27). It comes late: nothing of the form stands below it. */
export function OneTap({ context, onSignedIn }: { context: Asked['context']; onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const user = useMaybeSession();
  const { data } = useGoogle();
  const [failure, setFailure] = useState<string | null>(null);
  const address = user ? null : (data?.unToque ?? null);
  const clientId = data?.clientId ?? null;

  const enter = async (token: string | undefined) => {
    setFailure(null);
    try {
      const { data: entered } = await call(calls.oauth, { token });
      if (entered.nueva) notify.success(t('google.created'));
      await onSignedIn();
    } catch (error) {
      const { code } = toFailure(error);
      setFailure(code === 'NETWORK' || code === 'UNKNOWN' ? t('google.requestFailed') : errorText(error));
    }
  };
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  useEffect(() => {
    if (address === null || clientId === null) return;
    let here = true;
    let id: Id | null = null;
    const rest = setTimeout(async () => {
      id = await load(address);
      if (!here || !id) return;
      id.initialize({
        client_id: clientId,
        callback: ({ credential }) => void (here && latest.current(credential)),
        context,
        cancel_on_tap_outside: false,
        use_fedcm_for_prompt: true,
        prompt_parent_id: PLACE,
      });
      id.prompt();
    }, 1_500);
    return () => {
      here = false;
      clearTimeout(rest);
      id?.cancel();
    };
  }, [address, clientId, context]);
  return (
    <>
      {failure === null ? null : <GoogleFailure text={failure} />}
      <div id={PLACE} className="one-tap" />
    </>
  );
}
