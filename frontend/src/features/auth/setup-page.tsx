import './texts.ts';
import '../../i18n/setup.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { setupBody } from '../../../../backend/api/contract/setup.ts';
import { PasswordRules } from '../../domain/password-rules.tsx';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { loadSessionIfLikely, useMaybeSession } from '../../lib/session.ts';
import { useResource } from '../../lib/use-resource.ts';
import { toFailure } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FormNote } from './auth-frame.tsx';
import { useFieldWords, useRefusalWords } from './forms.ts';
import { Steps } from './setup-steps.tsx';
import { loadSigned } from './sign-in.ts';

/** The page at the address that a new school prints: create its first administrator, then the next steps. */
export function Component() {
  const user = useMaybeSession();
  useEffect(loadSessionIfLikely, []);
  return user?.user_role === role.admin ? <Steps /> : <First />;
}

function First() {
  const { t } = useTranslation(['setup', 'auth']);
  const [search] = useSearchParams();
  const code = search.get('code')?.slice(0, 200) ?? '';
  const { data, refetch } = useResource('setup', (signal) => call(calls.setupState, undefined, { signal }));
  const words = useFieldWords();
  const says = useRefusalWords();
  const form = useForm({
    schema: setupBody,
    words,
    initial: (): z.input<typeof setupBody> => ({
      code,
      school: '',
      first_name: '',
      last_name: '',
      username: '',
      email: '',
      password: '',
    }),
  });
  const { isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  if (data && !data.needed)
    return (
      <Sheet title={t('title')}>
        <FormNote tone="info">{t('done')}</FormNote>
        <Link className="btn" to={paths.login()}>
          {t('toLogin')}
        </Link>
      </Sheet>
    );
  const send = async (body: z.output<typeof setupBody>) => {
    try {
      await call(calls.setUp, body);
    } catch (failure) {
      if (toFailure(failure).code === 'SETUP_DONE') refetch();
      throw failure;
    }
    await loadSigned();
  };
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      {code === '' ? <FormNote tone="error">{t('noCode')}</FormNote> : null}
      <Form form={form} onSend={send} says={says}>
        <TextField name="school" label={t('school')} autoComplete="organization" maxLength={200} />
        <TextField name="first_name" label={t('firstName')} autoComplete="given-name" required />
        <TextField name="last_name" label={t('lastName')} autoComplete="family-name" />
        <TextField name="username" label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} required />
        <EmailField name="email" label={t('email')} required />
        <SecretField name="password" label={t('password')} autoComplete="new-password" required hint={<PasswordRules value={password} />} />
        <button type="submit" className="btn wide" aria-disabled={isSubmitting || code === ''} aria-busy={isSubmitting}>
          {t(isSubmitting ? 'busy' : 'submit')}
        </button>
      </Form>
    </Sheet>
  );
}
