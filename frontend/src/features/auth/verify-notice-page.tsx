import './texts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { useFollowSelf } from '../../lib/follow-self.ts';
import { call } from '../../lib/http.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { getSessionUser, loadSessionIfLikely, type SessionUser, useMaybeSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField } from '../../ui/form-fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FormNote } from './auth-frame.tsx';
import { CorrectEmail } from './correct-email.tsx';
import { DemoMailHint } from './demo-mail-hint.tsx';
import { forgotBody, useFieldWords } from './forms.ts';

const coolDown = 60;

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const [search] = useSearchParams();
  const returnTo = validReturnTo(search.get('returnTo'));
  const user = useMaybeSession();
  useEffect(loadSessionIfLikely, []);
  // The link may be opened on another device.
  useFollowSelf(user && !user.email_verified ? user.id : null);
  if (!user?.email_verified) return <Notice user={user ?? null} returnTo={returnTo} />;
  return (
    <Sheet title={t('auth:notice.title')}>
      <FormNote tone="ok">{t('auth:notice.verified', { email: user.email })}</FormNote>
      <p className="row">
        <Link className="btn" to={returnTo ?? homeOf(user.user_role)}>
          {t(returnTo ? 'common:action.continue' : 'common:action.goPanel')}
        </Link>
        <Link className="btn ghost" to={paths.profile}>
          {t('auth:notice.toProfile')}
        </Link>
      </p>
    </Sheet>
  );
}

function Notice({ user, returnTo }: { user: SessionUser | null; returnTo: string | null }) {
  const { t } = useTranslation(['auth', 'common']);
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: { sent?: string } | null };
  // A signed-in person's address comes from the account; the one in the page is only what a visitor typed.
  const email = user?.email ?? search.get('email') ?? '';
  const [correcting, setCorrecting] = useState(false);
  const [left, setLeft] = useState(0);
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  const sent = (to: string) => {
    // Only the session proves whose address it is; anyone else gets an answer that reveals nothing (C-50).
    setNote(t(getSessionUser()?.email === to ? 'auth:notice.sent' : 'auth:notice.sentGeneric'));
    setLeft(coolDown);
    setSearch({ email: to, ...(returnTo ? { returnTo } : {}) }, { replace: true });
  };
  const lead = () => {
    if (!email) return t('auth:notice.leadNoEmail');
    return t(user || state?.sent === email ? 'auth:notice.lead' : 'auth:notice.leadAny', { email });
  };

  return (
    <Sheet title={t('auth:notice.title')} lead={lead()}>
      <p>
        {email ? `${t('auth:notice.spam')} ` : ''}
        <DemoMailHint />
      </p>
      {note ? <FormNote tone="ok">{note}</FormNote> : null}
      {user && correcting ? (
        <CorrectEmail
          user={user}
          onClose={() => setCorrecting(false)}
          onDone={(corrected) => {
            setCorrecting(false);
            setNote(t('auth:notice.corrected', { email: corrected }));
            setLeft(coolDown);
            setSearch({ email: corrected, ...(returnTo ? { returnTo } : {}) }, { replace: true });
          }}
        />
      ) : (
        // Another address resets the form.
        <Resend key={email} email={email} left={left} onSend={() => setNote(null)} onSent={sent}>
          {user ? (
            <button
              type="button"
              className="link"
              onClick={() => {
                setNote(null);
                setCorrecting(true);
              }}
            >
              {t('auth:notice.change')}
            </button>
          ) : null}
        </Resend>
      )}
      {user ? null : (
        <>
          <p className="muted">{t('auth:notice.why')}</p>
          <p className="row">
            <Link className="btn" to={paths.login(returnTo)}>
              {t('common:action.login')}
            </Link>
            <Link className="btn ghost" to={paths.register({ returnTo })}>
              {t('common:action.register')}
            </Link>
          </p>
          {email ? (
            <p>
              <Link to={paths.login(paths.profile)}>{t('auth:notice.loginFirst')}</Link>
            </p>
          ) : null}
        </>
      )}
    </Sheet>
  );
}

function Resend({
  email,
  left,
  onSend,
  onSent,
  children,
}: {
  email: string;
  /** Seconds until it may be sent again. */
  left: number;
  onSend: () => void;
  onSent: (email: string) => void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const words = useFieldWords({ empty: t('notice.noEmail') });
  const form = useForm({ schema: forgotBody, words, initial: () => ({ email }) });
  const { isSubmitting } = form.formState;
  const send = async (body: z.output<typeof forgotBody>) => {
    onSend();
    await call(calls.resendVerification, body);
    onSent(body.email);
  };
  const failureText = (failure: unknown) => {
    const { code } = toFailure(failure);
    return code === 'TOO_MANY_REQUESTS' || code === 'ALREADY_VERIFIED' ? errorText(failure) : t('notice.failed');
  };
  return (
    <Form form={form} onSend={send} failureText={failureText}>
      {email ? null : <EmailField name="email" label={t('field.email')} required />}
      <button type="submit" className="btn alt wide" disabled={isSubmitting || left > 0} aria-busy={isSubmitting}>
        {isSubmitting ? t('notice.busy') : left > 0 ? t('notice.resendIn', { count: left }) : t('notice.resend')}
      </button>
      {children}
    </Form>
  );
}
