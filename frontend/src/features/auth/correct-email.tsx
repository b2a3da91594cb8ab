import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/http.ts';
import { type SessionUser, setSessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { newEmailForm } from './forms.ts';

type Fields = 'email' | 'password';

/** Who mistyped their address puts it right: the account gets the new one, and the link goes there. */
export function CorrectEmail({ user, onDone, onClose }: { user: SessionUser; onDone: (email: string) => void; onClose: () => void }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const [values, setValues] = useState({ email: user.email ?? '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<Fields, string>>>({});
  const [busy, setBusy] = useState(false);
  // Who comes by Google alone has none; until that is known it is asked for.
  const [hasPassword, setHasPassword] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    call(calls.ownAccount).then(
      ({ data }) => setHasPassword(data.tiene_contrasena),
      () => undefined,
    );
  }, []);
  const fail = (found: Partial<Record<Fields, string>>) => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  };
  const save = async () => {
    const read = newEmailForm.safeParse({ email: values.email });
    if (!read.success) return fail({ email: t('field.invalidEmail') });
    const { email } = read.data;
    if (email === user.email) return fail({ email: t('notice.sameEmail') });
    if (hasPassword && values.password === '') return fail({ password: t('notice.passwordRequired') });
    setBusy(true);
    try {
      const body = { email, ...(hasPassword && { contrasena: values.password }) };
      const { data } = await call(calls.updateUser, { id: user.id, body });
      setSessionUser(data);
      onDone(email);
    } catch (error) {
      setBusy(false);
      const { code } = toFailure(error);
      if (code === 'WRONG_PASSWORD') fail({ password: errorText(error) });
      else fail({ email: errorText(error) || t('notice.correctFailed') });
    }
  };
  const field = (key: Fields) => ({
    value: values[key],
    error: errors[key],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [key]: event.target.value });
      setErrors({ ...errors, [key]: undefined });
    },
  });
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      aria-label={t('notice.correctTitle')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Field
        label={t('notice.newEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        {...field('email')}
      />
      {hasPassword ? <PasswordField label={t('notice.currentPassword')} autoComplete="current-password" {...field('password')} /> : null}
      <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
        {t(busy ? 'notice.correcting' : 'notice.correct')}
      </button>
      <button type="button" className="btn alt wide" onClick={onClose} disabled={busy}>
        {t('notice.keep')}
      </button>
    </form>
  );
}
