import './texts.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { checkoutOf, rememberCheckout } from '../../domain/pending-checkout.ts';
import { call } from '../../lib/http.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths, validReturnTo } from '../../lib/paths.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { AuthFrame, FormNote } from './auth-frame.tsx';
import { type Closed, ClosedList } from './closed.tsx';
import { loginBody, useFieldWords, useRefusalWords } from './forms.ts';
import { GoogleFailure } from './google-failure.tsx';
import { OneTap } from './one-tap.tsx';
import { GoogleLink, PasskeyButton } from './other-ways.tsx';
import { useSignedIn } from './sign-in.ts';
import { useDemo } from './use-demo.ts';

const notices = ['ended', 'idle', 'verified', 'password', 'erased'] as const;
/** Why a round trip to Google ended without a session. */
const googleFailures = [
  'GOOGLE_CANCELLED',
  'GOOGLE_STATE',
  'GOOGLE_OAUTH',
  'GOOGLE_TOKEN_MISSING',
  'GOOGLE_TOKEN_INVALID',
  'GOOGLE_UNAVAILABLE',
  'GOOGLE_OFF',
  'GOOGLE_LINKED',
  'ACCOUNT_INACTIVE',
  'TOO_MANY_REQUESTS',
] as const;

const CompanyNote = lazyPart(() => import('./company-entry.tsx').then((module) => module.CompanyNote));
const CompanyEntry = lazyPart(() => import('./company-entry.tsx').then((module) => module.CompanyEntry));

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const [search] = useSearchParams();
  const returnTo = validReturnTo(search.get('returnTo'));
  const closed = (useLocation().state as { closed?: Closed } | null)?.closed;
  const notice = notices.find((one) => one === search.get('notice'));
  const google = search.get('google');
  const googleFailure = google === null ? undefined : (googleFailures.find((one) => one === google) ?? 'GOOGLE_STATE');
  const company = search.get('empresa');
  // What the person is about to buy (B17): the server keeps it too, for the confirmation by mail and for other devices (A39).
  const wanted = returnTo === null ? null : new URL(returnTo, globalThis.location.origin);
  const buying = wanted?.pathname === '/checkout' ? checkoutOf(wanted.searchParams) : null;
  const gift = wanted?.searchParams.get('regalo') === '1';
  useEffect(() => {
    if (buying !== null) rememberCheckout(buying, gift);
  }, [buying, gift]);
  const words = useFieldWords({ short: t('auth:field.shortPassword') });
  const says = useRefusalWords();
  const errorText = useErrorText();
  const signedIn = useSignedIn();
  const demo = useDemo();
  const [entering, setEntering] = useState(false);
  const form = useForm({ schema: loginBody, words, initial: () => ({ email: search.get('email') ?? '', password: '' }) });
  const { isSubmitting } = form.formState;
  const busy = isSubmitting || entering;

  const failureText = (error: unknown) =>
    toFailure(error).code === 'NETWORK' ? t('auth:login.network') : t('auth:login.failure', { detail: errorText(error) });
  const enter = async (body: z.output<typeof loginBody>) => {
    if (entering) return;
    await call(calls.login, body);
    await signedIn();
  };
  const enterDemo = async () => {
    setEntering(true);
    try {
      await call(calls.demoLogin);
      await signedIn();
    } catch (error) {
      notify.error(failureText(error));
    }
    setEntering(false);
  };

  return (
    <AuthFrame title={t('auth:login.title')} panelTitle={t('auth:panel.loginTitle')} panelText={t('auth:panel.loginText')}>
      {notice ? (
        <FormNote tone={notice === 'ended' || notice === 'idle' ? 'info' : 'ok'}>{t(`auth:login.notice.${notice}`)}</FormNote>
      ) : null}
      {closed ? <ClosedList closed={closed} /> : null}
      {buying !== null ? <FormNote tone="info">{t('auth:login.notice.checkout')}</FormNote> : null}
      {googleFailure ? <GoogleFailure text={t(`auth:google.failure.${googleFailure}`)} /> : null}
      {company === null ? null : (
        <Suspense fallback={null}>
          <CompanyNote code={company} />
        </Suspense>
      )}
      <Form form={form} onSend={enter} failureText={failureText} says={says}>
        <EmailField name="email" label={t('auth:field.email')} autoComplete="username" required />
        <SecretField
          name="password"
          label={t('auth:field.password')}
          autoComplete="current-password"
          required
          aside={<Link to={paths.resetPassword()}>{t('auth:login.forgot')}</Link>}
        />
        <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
          {isSubmitting ? t('auth:login.busy') : t('auth:login.submit')}
        </button>
      </Form>
      <p className="access-or muted" aria-hidden="true">
        {t('auth:login.or')}
      </p>
      <GoogleLink returnTo={returnTo} label={t(googleFailure ? 'auth:google.retry' : 'auth:google.login')} />
      <PasskeyButton onSignedIn={signedIn} />
      <Suspense fallback={null}>
        <CompanyEntry returnTo={returnTo} again={company !== null} />
      </Suspense>
      {demo ? (
        <>
          <button type="button" className="btn alt wide" onClick={() => void enterDemo()} disabled={busy} aria-busy={entering}>
            {entering ? t('auth:login.busy') : t('auth:login.demo')}
          </button>
          <p className="muted access-hint">{t('auth:login.demoHint')}</p>
        </>
      ) : null}
      <p className="access-foot">
        {t('auth:login.noAccount')} <Link to={paths.register({ returnTo })}>{t('common:action.register')}</Link>
      </p>
      <OneTap context="signin" onSignedIn={signedIn} />
    </AuthFrame>
  );
}
