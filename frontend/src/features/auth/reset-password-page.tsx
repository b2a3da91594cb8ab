import './texts.ts';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { PasswordRules } from '../../domain/password-rules.tsx';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { endSession } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField } from '../../ui/form-fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FormNote } from './auth-frame.tsx';
import type { Closed } from './closed.tsx';
import { DemoMailHint } from './demo-mail-hint.tsx';
import { forgotBody, newPasswordForm, useFieldWords, useRefusalWords } from './forms.ts';

export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <NewPassword token={token} invited={search.get('invitacion') === '1'} /> : <AskForLink />;
}

function AskForLink() {
  const { t } = useTranslation('auth');
  const words = useFieldWords();
  const errorText = useErrorText();
  const [sent, setSent] = useState(false);
  const form = useForm({ schema: forgotBody, words, initial: () => ({ email: '' }) });
  const { isSubmitting } = form.formState;
  const send = async (body: z.output<typeof forgotBody>) => {
    setSent(false);
    await call(calls.forgotPassword, body);
    setSent(true);
  };
  const failureText = (failure: unknown) => {
    const { code } = toFailure(failure);
    if (code === 'NETWORK') return t('reset.offline');
    return code === 'TOO_MANY_REQUESTS' ? errorText(failure) : t('reset.failed');
  };
  return (
    <Sheet title={t('reset.title')} lead={t('reset.lead')}>
      {sent ? (
        <FormNote tone="ok">
          {t('reset.sent')} <DemoMailHint />
        </FormNote>
      ) : null}
      <Form form={form} onSend={send} failureText={failureText}>
        <EmailField name="email" label={t('field.email')} required />
        <button type="submit" className="btn wide" disabled={isSubmitting} aria-busy={isSubmitting}>
          {isSubmitting ? t('reset.busy') : t('reset.submit')}
        </button>
      </Form>
      <p className="access-foot">
        <Link to={paths.login()}>{t('reset.backToLogin')}</Link>
      </p>
    </Sheet>
  );
}

/** `invited`: the first password of an account that the school created. */
function NewPassword({ token, invited }: { token: string; invited: boolean }) {
  const { t } = useTranslation('auth');
  const words = useFieldWords({ weak: t('reset.weak') });
  const says = useRefusalWords();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [done, setDone] = useState<Closed | null>(null);
  /** The link of the mail is no longer valid. */
  const [stale, setStale] = useState(false);
  const form = useForm({ schema: newPasswordForm, words, initial: () => ({ newPassword: '', confirmPassword: '' }) });
  const { isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'newPassword' });
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.login(null, 'password'), { replace: true, state: { closed: done } }), 1_500);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  const send = async ({ newPassword }: z.output<typeof newPasswordForm>) => {
    setStale(false);
    const { data } = await call(calls.resetPassword, { token, newPassword });
    // The change ended all sessions of the account, including this browser's.
    endSession();
    setDone(data);
  };
  const failureText = (failure: unknown) => {
    const { code } = toFailure(failure);
    const over = code === 'TOKEN_INVALID' || code === 'TOKEN_EXPIRED';
    setStale(over);
    if (code === 'NETWORK') return t('reset.offline');
    return over || code === 'TOO_MANY_REQUESTS' ? errorText(failure) : t('reset.newFailed');
  };
  return (
    <Sheet title={t(invited ? 'reset.firstTitle' : 'reset.newTitle')} lead={t(invited ? 'reset.firstLead' : 'reset.newLead')}>
      {done ? (
        <FormNote tone="ok">
          {t('reset.done')}{' '}
          <Link to={paths.login(null, 'password')} state={{ closed: done }}>
            {t('login.title')}
          </Link>
        </FormNote>
      ) : null}
      <Form form={form} onSend={send} failureText={failureText} says={says}>
        <SecretField
          name="newPassword"
          label={t('field.newPassword')}
          autoComplete="new-password"
          required
          hint={<PasswordRules value={password} />}
          rules={{ deps: 'confirmPassword' }}
        />
        <SecretField name="confirmPassword" label={t('field.confirm')} autoComplete="new-password" required />
        <button type="submit" className="btn wide" disabled={isSubmitting || done !== null} aria-busy={isSubmitting}>
          {isSubmitting ? t('reset.newBusy') : t('reset.newSubmit')}
        </button>
      </Form>
      {stale ? <Link to={paths.resetPassword()}>{t('reset.askAgain')}</Link> : null}
      <p className="access-foot">
        <Link to={paths.login()}>{t('reset.backToLogin')}</Link>
      </p>
    </Sheet>
  );
}
