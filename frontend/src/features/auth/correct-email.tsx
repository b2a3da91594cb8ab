import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/http.ts';
import { type SessionUser, setSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField } from '../../ui/form-fields.tsx';
import { newEmailForm } from './forms.ts';

/** Corrects a mistyped address: the account gets the new one, and the link is sent there. */
export function CorrectEmail({ user, onDone, onClose }: { user: SessionUser; onDone: (email: string) => void; onClose: () => void }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  // People who sign in only with Google have none; until that is known it is asked for.
  const [hasPassword, setHasPassword] = useState(true);
  useEffect(() => {
    call(calls.ownAccount).then(
      ({ data }) => setHasPassword(data.tiene_contrasena),
      () => undefined,
    );
  }, []);
  const schema = newEmailForm.extend({ contrasena: z.string() }).superRefine(({ email, contrasena }, { addIssue }) => {
    if (email === user.email) addIssue({ code: 'custom', path: ['email'], message: t('notice.sameEmail') });
    if (hasPassword && contrasena === '') addIssue({ code: 'custom', path: ['contrasena'], message: t('notice.passwordRequired') });
  });
  const form = useForm({
    schema,
    initial: () => ({ email: user.email ?? '', contrasena: '' }),
    words: ({ type, message }) => (type === 'custom' && message !== 'INVALID_EMAIL' ? message : t('field.invalidEmail')),
  });
  const busy = form.formState.isSubmitting;
  const send = async ({ email, contrasena }: z.output<typeof schema>) => {
    const { data } = await call(calls.updateUser, { id: user.id, body: { email, ...(hasPassword && { contrasena }) } });
    setSessionUser(data);
    onDone(email);
  };
  return (
    <Form
      form={form}
      of="correo"
      label={t('notice.correctTitle')}
      onSend={send}
      onCancel={onClose}
      failureText={(failure) => errorText(failure) || t('notice.correctFailed')}
    >
      <EmailField name="email" label={t('notice.newEmail')} maxLength={254} required />
      {hasPassword ? <SecretField name="contrasena" label={t('notice.currentPassword')} autoComplete="current-password" required /> : null}
      <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
        {t(busy ? 'notice.correcting' : 'notice.correct')}
      </button>
      <button type="button" className="btn alt wide" onClick={onClose} disabled={busy}>
        {t('notice.keep')}
      </button>
    </Form>
  );
}
