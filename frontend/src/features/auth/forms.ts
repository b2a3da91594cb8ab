import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email, forgotBody, loginBody, password, registerBody, username } from '../../../../backend/api/contract/auth.ts';
import '../../i18n/password.ts';
import type { FieldError } from '../../live/sending.ts';

// The Content-Security-Policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });

/** Version of the terms shown; it is stored with the account. */
export const termsVersion = '2026-11';

/** Screens require what the API leaves optional: a first name, the password twice, the terms. */
export const registerForm = registerBody
  .pick({ last_name: true, email: true, password: true })
  .extend({
    username,
    first_name: z.string().trim().min(1).max(120),
    confirmPassword: z.string().min(1),
    terms: z.literal(true, 'TERMS_REQUIRED'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'PASSWORD_MISMATCH',
    when: ({ value }) => bothPasswords(value),
  });
export const newPasswordForm = z
  .object({ newPassword: password, confirmPassword: z.string().min(1) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'PASSWORD_MISMATCH',
    when: ({ value }) => bothPasswords(value),
  });
/** Compared once both are filled in, even while other fields fail. */
const bothPasswords = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('password' in value || 'newPassword' in value) &&
  'confirmPassword' in value &&
  typeof value.confirmPassword === 'string' &&
  value.confirmPassword !== '';

/** For correcting the address of a new account. */
export const newEmailForm = z.object({ email });

export { forgotBody, loginBody };

/** The message under a field: required where it is empty, the contract's code where there is one, else by the kind of limit. */
export const useFieldWords = ({ weak, short, empty }: { weak?: string; short?: string; empty?: string } = {}) => {
  const { t } = useTranslation('auth');
  return ({ type, message }: { type: unknown; message?: string | undefined }, value: unknown): string | undefined => {
    if (message === 'TERMS_REQUIRED') return t('field.termsRequired');
    if (typeof value !== 'string' || value.trim() === '') return empty ?? t('field.required');
    if (message === 'USERNAME_INVALID') return t('field.usernameInvalid');
    if (message === 'INVALID_EMAIL') return t('field.invalidEmail');
    if (message === 'PASSWORD_MISMATCH') return t('field.mismatch');
    if (message === 'WEAK_PASSWORD') return weak ?? t('field.weak');
    if (short && (message === 'PASSWORD_TOO_SHORT' || type === 'too_small')) return short;
    return type === 'too_big' ? t('field.tooLong') : message;
  };
};

/** These pages' own words for the school's refusals. */
export const useRefusalWords = () => {
  const { t } = useTranslation(['auth', 'password']);
  const words: Readonly<Record<string, string>> = {
    EMAIL_TAKEN: t('field.emailTaken'),
    USERNAME_TAKEN: t('field.usernameTaken'),
    USERNAME_INVALID: t('field.usernameInvalid'),
    INVALID_EMAIL: t('field.invalidEmail'),
    WEAK_PASSWORD: t('password:tooCommon'),
    WRONG_PASSWORD: t('login.wrongPassword'),
    USER_NOT_FOUND: t('login.unknownUser'),
  };
  return ({ code }: FieldError): string | undefined => (code === undefined ? undefined : words[code]);
};
