import './texts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useFollowSelf } from '../../lib/follow-self.ts';
import { call } from '../../lib/http.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { getSessionUser, loadSessionIfLikely, type SessionUser, useMaybeSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { AuthSheet, FormNote } from './auth-frame.tsx';
import { CorrectEmail } from './correct-email.tsx';
import { DemoMailHint } from './demo-mail-hint.tsx';
import { forgotBody, useFieldText } from './forms.ts';

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
    <AuthSheet title={t('auth:notice.title')}>
      <FormNote tone="ok">{t('auth:notice.verified', { email: user.email })}</FormNote>
      <p className="row">
        <Link className="btn" to={returnTo ?? homeOf(user.user_role)}>
          {t(returnTo ? 'common:action.continue' : 'common:action.goPanel')}
        </Link>
        <Link className="btn ghost" to={paths.profile}>
          {t('auth:notice.toProfile')}
        </Link>
      </p>
    </AuthSheet>
  );
}

function Notice({ user, returnTo }: { user: SessionUser | null; returnTo: string | null }) {
  const { t } = useTranslation(['auth', 'common']);
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: { sent?: string } | null };
  // Of who is signed in, the account knows the address; the page's own says only what a visitor typed.
  const email = user?.email ?? search.get('email') ?? '';
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const [correcting, setCorrecting] = useState(false);
  const [left, setLeft] = useState(0);
  const [note, setNote] = useState<{ tone: 'ok' | 'error'; text: string } | null>(null);
  const form = useForm({ resolver: zodResolver(forgotBody), values: { email } });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  const submit = form.handleSubmit(
    async (body) => {
      setNote(null);
      try {
        await call(calls.resendVerification, body);
        // Only the session proves whose address it is; anyone else gets the answer that tells nothing (C-50).
        const own = getSessionUser()?.email === body.email;
        setNote({ tone: 'ok', text: t(own ? 'auth:notice.sent' : 'auth:notice.sentGeneric') });
        setLeft(coolDown);
        setSearch({ email: body.email, ...(returnTo ? { returnTo } : {}) }, { replace: true });
      } catch (error) {
        const known = toFailure(error).code;
        setNote({
          tone: 'error',
          text: known === 'TOO_MANY_REQUESTS' || known === 'ALREADY_VERIFIED' ? errorText(error) : t('auth:notice.failed'),
        });
      }
    },
    () => {
      if (!form.getValues('email').trim()) setNote({ tone: 'error', text: t('auth:notice.noEmail') });
    },
  );
  const lead = () => {
    if (!email) return t('auth:notice.leadNoEmail');
    return t(user || state?.sent === email ? 'auth:notice.lead' : 'auth:notice.leadAny', { email });
  };

  return (
    <AuthSheet title={t('auth:notice.title')} lead={lead()}>
      <p>
        {email ? `${t('auth:notice.spam')} ` : ''}
        <DemoMailHint />
      </p>
      {note ? <FormNote tone={note.tone}>{note.text}</FormNote> : null}
      {user && correcting ? (
        <CorrectEmail
          user={user}
          onClose={() => setCorrecting(false)}
          onDone={(corrected) => {
            setCorrecting(false);
            setNote({ tone: 'ok', text: t('auth:notice.corrected', { email: corrected }) });
            setLeft(coolDown);
            setSearch({ email: corrected, ...(returnTo ? { returnTo } : {}) }, { replace: true });
          }}
        />
      ) : (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          {email ? null : (
            <Field
              label={t('auth:field.email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              required
              error={fieldText(errors.email, form.getValues('email'))}
              {...form.register('email')}
            />
          )}
          <button type="submit" className="btn alt wide" disabled={isSubmitting || left > 0} aria-busy={isSubmitting}>
            {isSubmitting ? t('auth:notice.busy') : left > 0 ? t('auth:notice.resendIn', { count: left }) : t('auth:notice.resend')}
          </button>
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
        </form>
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
    </AuthSheet>
  );
}
