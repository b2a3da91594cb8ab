import './texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AnswerOf } from '../../lib/calls.ts';
import { type Answer, call } from '../../lib/http.ts';
import { homeOf, paths } from '../../lib/paths.ts';
import { loadSessionIfLikely, sessionChanged, useMaybeSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { FormNote } from './auth-frame.tsx';
import { useSignedIn } from './sign-in.ts';

// A token works once: the page sends it once, however often it renders.
const asked = new Map<string, Promise<Answer<AnswerOf<'verifyEmail'>>>>();
const confirm = (token: string) => {
  const running = asked.get(token) ?? call(calls.verifyEmail, token);
  asked.set(token, running);
  return running;
};

type State =
  | { is: 'loading' }
  | { is: 'done'; resetToken?: string | undefined }
  | { is: 'failed'; why: 'noToken' | 'offline' | 'failed' | { error: unknown } };

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const token = search.get('token');
  const user = useMaybeSession();
  const [state, setState] = useState<State>(token ? { is: 'loading' } : { is: 'failed', why: 'noToken' });
  const signedIn = useSignedIn();
  const goOn = useRef(signedIn);
  goOn.current = signedIn;
  useEffect(loadSessionIfLikely, []);
  useEffect(() => {
    if (!token) return;
    let here = true;
    confirm(token).then(
      async ({ data: { resetToken, sesion } }) => {
        sessionChanged();
        // The answer signed this browser in: one goes on to where one was going. Where that fails, the page says that the address is confirmed.
        const goes =
          sesion === true &&
          here &&
          (await goOn.current({ confirmed: true }).then(
            () => true,
            () => false,
          ));
        if (here && !goes) setState({ is: 'done', resetToken });
      },
      (error: unknown) => {
        if (!here) return;
        const { code } = toFailure(error);
        if (code === 'ALREADY_VERIFIED') setState({ is: 'done' });
        else if (code === 'NETWORK') {
          asked.delete(token);
          setState({ is: 'failed', why: 'offline' });
        } else setState({ is: 'failed', why: code === 'UNKNOWN' || code === 'INTERNAL' ? 'failed' : { error } });
      },
    );
    return () => {
      here = false;
    };
  }, [token]);
  const reason = state.is !== 'failed' ? '' : typeof state.why === 'string' ? t(`auth:verify.${state.why}`) : errorText(state.why.error);
  return (
    <Sheet title={t('auth:verify.title')}>
      {state.is === 'loading' ? (
        <Skeleton label={t('auth:verify.loading')}>
          <Bone height={48} radius={12} />
        </Skeleton>
      ) : null}
      {state.is === 'done' ? (
        <>
          <FormNote tone="ok">{t('auth:verify.done')}</FormNote>
          <p>{t(state.resetToken ? 'auth:verify.heldText' : 'auth:verify.doneText')}</p>
          <p>
            {state.resetToken ? (
              <Link className="btn" to={paths.resetPassword(state.resetToken)} replace>
                {t('auth:verify.heldAction')}
              </Link>
            ) : (
              <Link className="btn" to={user ? homeOf(user.user_role) : paths.login()}>
                {user ? t('common:action.goPanel') : t('common:action.login')}
              </Link>
            )}
          </p>
        </>
      ) : null}
      {state.is === 'failed' ? (
        <>
          <FormNote tone="error">
            {state.why === 'failed' ? '' : `${t('auth:verify.failed')}. `}
            {reason}
          </FormNote>
          <p className="row">
            {user?.email_verified ? (
              // The link was for another address of this account: the profile shows whether one is still pending.
              <Link className="btn" to={paths.profile}>
                {t('auth:notice.toProfile')}
              </Link>
            ) : (
              <Link className="btn" to={paths.verifyNotice(user?.email ?? undefined)}>
                {t('auth:verify.another')}
              </Link>
            )}
            {user ? null : (
              <Link className="btn alt" to={paths.login()}>
                {t('common:action.login')}
              </Link>
            )}
          </p>
        </>
      ) : null}
    </Sheet>
  );
}
