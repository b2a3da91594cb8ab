import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email, forgotBody, loginBody, password, registerBody, username } from '../../../../backend/api/contract/auth.ts';

// The page's policy forbids compiling code from text, which zod would otherwise try.
z.config({ jitless: true });

/** Version of the terms shown; it is stored with the account. */
export const termsVersion = '2026-11';

/** Screens demand what the API leaves optional: a first name, the password twice, the terms. */
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
  .object({ password, confirmPassword: z.string().min(1) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'PASSWORD_MISMATCH',
    when: ({ value }) => bothPasswords(value),
  });
/** Compared as soon as both are there, also while other fields still fail. */
const bothPasswords = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'password' in value &&
  'confirmPassword' in value &&
  typeof value.confirmPassword === 'string' &&
  value.confirmPassword !== '';

/** Of who corrects the address that they registered with. */
export const newEmailForm = z.object({ email });

export { forgotBody, loginBody };

interface FieldFailure {
  type?: unknown;
  message?: string | undefined;
}

/** The sentence under a field: required when it is empty, the contract's code where it names one, else what kind of limit it broke. */
export const useFieldText = () => {
  const { t } = useTranslation('auth');
  return (
    failure: FieldFailure | undefined,
    value: unknown,
    { weak, short }: { weak?: string; short?: string } = {},
  ): string | undefined => {
    if (!failure) return undefined;
    if (failure.message === 'TERMS_REQUIRED') return t('field.termsRequired');
    if (typeof value !== 'string' || value.trim() === '') return t('field.required');
    if (failure.message === 'USERNAME_INVALID') return t('field.usernameInvalid');
    if (failure.message === 'INVALID_EMAIL') return t('field.invalidEmail');
    if (failure.message === 'PASSWORD_MISMATCH') return t('field.mismatch');
    if (failure.message === 'WEAK_PASSWORD') return weak ?? t('field.weak');
    if (short && (failure.message === 'PASSWORD_TOO_SHORT' || failure.type === 'too_small')) return short;
    if (failure.type === 'too_big') return t('field.tooLong');
    // Set by hand from the server's answer, already a sentence.
    return failure.message;
  };
};
