import './texts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { endSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { AuthSheet, FormNote } from './auth-frame.tsx';
import type { Closed } from './closed.tsx';
import { DemoMailHint } from './demo-mail-hint.tsx';
import { forgotBody, newPasswordForm, useFieldText } from './forms.ts';
import { PasswordChecklist } from './password-checklist.tsx';

export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <NewPassword token={token} invited={search.get('invitacion') === '1'} /> : <AskForLink />;
}

function AskForLink() {
  const { t } = useTranslation('auth');
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(forgotBody), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    setSent(false);
    try {
      await call(calls.forgotPassword, body);
      setSent(true);
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'NETWORK') setFailure(t('reset.offline'));
      else setFailure(code === 'TOO_MANY_REQUESTS' ? errorText(error) : t('reset.failed'));
    }
  });
  return (
    <AuthSheet title={t('reset.title')} lead={t('reset.lead')}>
      {sent ? (
        <FormNote tone="ok">
          {t('reset.sent')} <DemoMailHint />
        </FormNote>
      ) : null}
      {failure ? <FormNote tone="error">{failure}</FormNote> : null}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          error={fieldText(errors.email, form.getValues('email'))}
          {...form.register('email')}
        />
        <button type="submit" className="btn wide" disabled={isSubmitting} aria-busy={isSubmitting}>
          {isSubmitting ? t('reset.busy') : t('reset.submit')}
        </button>
      </form>
      <p className="access-foot">
        <Link to={paths.login()}>{t('reset.backToLogin')}</Link>
      </p>
    </AuthSheet>
  );
}

/** `invited`: the first password of an account that the school made. */
function NewPassword({ token, invited }: { token: string; invited: boolean }) {
  const { t } = useTranslation('auth');
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [done, setDone] = useState<Closed | null>(null);
  const [failure, setFailure] = useState<{ text: string; link: boolean } | null>(null);
  const form = useForm({ resolver: zodResolver(newPasswordForm), defaultValues: { password: '', confirmPassword: '' } });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.login(null, 'password'), { replace: true, state: { closed: done } }), 1_500);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      const { data } = await call(calls.resetPassword, { token, newPassword: password });
      // All sessions of the account ended with the change, this browser's too.
      endSession();
      setDone(data);
    } catch (error) {
      const { code } = toFailure(error);
      const stale = code === 'TOKEN_INVALID' || code === 'TOKEN_EXPIRED';
      if (code === 'WEAK_PASSWORD') form.setError('password', { message: t('field.common') }, { shouldFocus: true });
      else
        setFailure({
          text: stale || code === 'TOO_MANY_REQUESTS' ? errorText(error) : code === 'NETWORK' ? t('reset.offline') : t('reset.newFailed'),
          link: stale,
        });
    }
  });
  return (
    <AuthSheet title={t(invited ? 'reset.firstTitle' : 'reset.newTitle')} lead={t(invited ? 'reset.firstLead' : 'reset.newLead')}>
      {done ? (
        <FormNote tone="ok">
          {t('reset.done')}{' '}
          <Link to={paths.login(null, 'password')} state={{ closed: done }}>
            {t('login.title')}
          </Link>
        </FormNote>
      ) : null}
      {failure ? (
        <FormNote tone="error">
          {failure.text} {failure.link ? <Link to={paths.resetPassword()}>{t('reset.askAgain')}</Link> : null}
        </FormNote>
      ) : null}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={t('field.newPassword')}
          autoComplete="new-password"
          required
          error={fieldText(errors.password, values.password, { weak: t('reset.weak') })}
          hint={<PasswordChecklist value={values.password ?? ''} />}
          {...form.register('password', { deps: 'confirmPassword' })}
        />
        <PasswordField
          label={t('field.confirm')}
          autoComplete="new-password"
          required
          error={fieldText(errors.confirmPassword, values.confirmPassword)}
          {...form.register('confirmPassword')}
        />
        <button type="submit" className="btn wide" disabled={isSubmitting || done !== null} aria-busy={isSubmitting}>
          {isSubmitting ? t('reset.newBusy') : t('reset.newSubmit')}
        </button>
      </form>
      <p className="access-foot">
        <Link to={paths.login()}>{t('reset.backToLogin')}</Link>
      </p>
    </AuthSheet>
  );
}
