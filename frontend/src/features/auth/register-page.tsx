import './texts.ts';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { PasswordRules } from '../../domain/password-rules.tsx';
import { call } from '../../lib/http.ts';
import { paths, validReturnTo } from '../../lib/paths.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { AuthFrame, FormNote } from './auth-frame.tsx';
import { registerForm, termsVersion, useFieldWords, useRefusalWords } from './forms.ts';
import { OneTap } from './one-tap.tsx';
import { GoogleLink } from './other-ways.tsx';
import { useSignedIn } from './sign-in.ts';
import { TermsDialog } from './terms-dialog.tsx';
import { type Availability, useAvailable } from './use-available.ts';

type Begun = Omit<z.input<typeof registerForm>, 'terms'> & { terms?: true };

export function Component() {
  const { t, i18n } = useTranslation(['auth', 'common']);
  const [search] = useSearchParams();
  const returnTo = validReturnTo(search.get('returnTo'));
  const words = useFieldWords();
  const says = useRefusalWords();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [terms, setTerms] = useState(false);
  const [done, setDone] = useState<{ to: string; sent: string } | null>(null);
  const form = useForm({
    schema: registerForm,
    words,
    // `terms` must become true; the form starts with false.
    initial: (): Begun => ({ username: '', email: '', first_name: '', last_name: '', password: '', confirmPassword: '' }),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control });
  const username = useAvailable('username');
  const email = useAvailable('email');
  const busy = isSubmitting || done !== null;

  useEffect(() => {
    if (done === null) return;
    // A pause to read what happened; the link beside it skips it (C-57).
    const timer = setTimeout(() => void navigate(done.to, { replace: true, state: { sent: done.sent } }), 2_000);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const send = async ({ confirmPassword: _, terms: __, ...person }: z.output<typeof registerForm>) => {
    const campaign = search.get('campaign')?.slice(0, 80);
    await call(calls.register, {
      ...{ ...person, terms: termsVersion, ...(campaign ? { campaign } : {}) },
      ...(i18n.language === 'en' && { idioma: 'en' as const }),
    });
    notify.success(t('auth:register.success'));
    setDone({ to: paths.verifyNotice(person.email, returnTo), sent: person.email });
  };
  const failureText = (error: unknown) => {
    const { code, message } = toFailure(error);
    return code === 'UNKNOWN' && !message ? t('auth:register.failure') : errorText(error);
  };

  const required = [values.username, values.email, values.first_name, values.password, values.confirmPassword];
  const incomplete = submitCount > 0 && Object.keys(errors).length > 0 && required.some((value) => !value?.trim());
  const free = (is: Availability) => (
    <span role="status">
      {is === 'free' ? (
        <span className="free">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path
              d="M2 6.4 4.8 9.2 10 3.4"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {t('auth:field.available')}
        </span>
      ) : is === 'checking' ? (
        t('auth:field.checking')
      ) : (
        ''
      )}
    </span>
  );
  const taken = (field: 'username' | 'email') => {
    const is = field === 'username' ? username.of(values.username ?? '') : email.of(values.email ?? '');
    return is === 'taken' ? t(field === 'username' ? 'auth:field.usernameTaken' : 'auth:field.emailTaken') : undefined;
  };
  /** Checked when the field is left, where the value could be valid. */
  const asks = (field: 'username' | 'email', check: (value: string) => Promise<void>) => ({
    onBlur: () => {
      const value = form.getValues(field);
      if (registerForm.shape[field].safeParse(value).success) void check(value);
    },
  });

  return (
    <AuthFrame title={t('auth:register.title')} panelTitle={t('auth:panel.welcome')} panelText={t('auth:panel.registerText')}>
      {done ? (
        <FormNote tone="ok">
          {t('auth:register.success')}{' '}
          <Link to={done.to} state={{ sent: done.sent }}>
            {t('auth:register.goOn')}
          </Link>
        </FormNote>
      ) : null}
      {incomplete ? <FormNote tone="error">{t('auth:register.required')}</FormNote> : null}
      <Form form={form} onSend={send} failureText={failureText} says={says}>
        <TextField
          name="username"
          label={t('auth:field.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={taken('username')}
          hint={free(username.of(values.username ?? ''))}
          rules={asks('username', username.check)}
        />
        <EmailField
          name="email"
          label={t('auth:field.email')}
          required
          error={taken('email')}
          hint={free(email.of(values.email ?? ''))}
          rules={asks('email', email.check)}
        />
        <div className="access-pair">
          <TextField name="first_name" label={t('auth:field.firstName')} autoComplete="given-name" required />
          <TextField name="last_name" label={t('auth:field.lastName')} optional autoComplete="family-name" />
        </div>
        <SecretField
          name="password"
          label={t('auth:field.password')}
          autoComplete="new-password"
          required
          hint={<PasswordRules value={values.password ?? ''} />}
          rules={{ deps: 'confirmPassword' }}
        />
        <SecretField name="confirmPassword" label={t('auth:field.confirm')} autoComplete="new-password" required />
        <div className="field">
          <div className="checkbox">
            <input
              id="terms"
              type="checkbox"
              required
              aria-invalid={errors.terms ? true : undefined}
              aria-describedby={errors.terms ? 'terms-error' : undefined}
              {...form.register('terms')}
            />
            <span>
              <label htmlFor="terms">{t('auth:register.terms')}</label>{' '}
              <button type="button" className="link" aria-haspopup="dialog" onClick={() => setTerms(true)}>
                {t('auth:register.termsLink')}
              </button>
            </span>
          </div>
          <p className="field-error" id="terms-error">
            {errors.terms?.message}
          </p>
        </div>
        <button type="submit" className="btn wide" disabled={done !== null} aria-disabled={busy} aria-busy={busy}>
          {isSubmitting ? t('auth:register.busy') : t('auth:register.submit')}
        </button>
      </Form>
      <GoogleLink returnTo={returnTo} label={t('auth:google.register')} />
      <p className="access-foot">
        {t('auth:register.haveAccount')} <Link to={paths.login(returnTo)}>{t('common:action.login')}</Link>
      </p>
      <OneTap context="signup" onSignedIn={signedIn} />
      <TermsDialog
        open={terms}
        onClose={() => setTerms(false)}
        onAccept={() => {
          form.setValue('terms', true, { shouldValidate: true });
          setTerms(false);
        }}
      />
    </AuthFrame>
  );
}
