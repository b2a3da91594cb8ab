import './texts.ts';
import '../../i18n/setup.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { setupBody } from '../../../../backend/api/contract/setup.ts';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { loadSession, loadSessionIfLikely, useMaybeSession } from '../../lib/session.ts';
import { useResource } from '../../lib/use-resource.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { AuthSheet, FormNote } from './auth-frame.tsx';
import { useFieldText } from './forms.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { Steps } from './setup-steps.tsx';

/** Where the address that a new school prints leads: its first administrator, then what comes next. */
export function Component() {
  const user = useMaybeSession();
  useEffect(loadSessionIfLikely, []);
  return user?.user_role === role.admin ? <Steps /> : <First />;
}

function First() {
  const { t } = useTranslation(['setup', 'auth']);
  const [search] = useSearchParams();
  const code = search.get('code')?.slice(0, 200) ?? '';
  const { data, refresh } = useResource('setup', (signal) => call(calls.setupState, undefined, { signal }));
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(setupBody),
    defaultValues: { code, school: '', first_name: '', last_name: '', username: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  if (data && !data.needed)
    return (
      <AuthSheet title={t('title')}>
        <FormNote tone="info">{t('done')}</FormNote>
        <Link className="btn" to={paths.login()}>
          {t('toLogin')}
        </Link>
      </AuthSheet>
    );
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(calls.setUp, body);
      await loadSession({ fresh: true });
    } catch (error) {
      const { code: failure } = toFailure(error);
      if (failure === 'SETUP_DONE') refresh();
      if (failure === 'WEAK_PASSWORD') form.setError('password', { message: t('auth:field.common') }, { shouldFocus: true });
      else notify.error(errorText(error));
    }
  });
  const text = (name: 'school' | 'first_name' | 'last_name' | 'username' | 'email', label: string, more: React.ComponentProps<'input'>) => (
    <Field label={label} error={fieldText(errors[name], values[name])} {...more} {...form.register(name)} />
  );
  return (
    <AuthSheet title={t('title')} lead={t('lead')}>
      {code === '' ? <FormNote tone="error">{t('noCode')}</FormNote> : null}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void submit(event);
        }}
      >
        {text('school', t('school'), { autoComplete: 'organization', maxLength: 200 })}
        {text('first_name', t('firstName'), { autoComplete: 'given-name', required: true })}
        {text('last_name', t('lastName'), { autoComplete: 'family-name' })}
        {text('username', t('username'), { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, required: true })}
        {text('email', t('email'), { type: 'email', inputMode: 'email', autoComplete: 'email', required: true })}
        <PasswordField
          label={t('password')}
          autoComplete="new-password"
          required
          error={fieldText(errors.password, values.password)}
          hint={<PasswordChecklist value={values.password ?? ''} />}
          {...form.register('password')}
        />
        <button type="submit" className="btn wide" aria-disabled={isSubmitting || code === ''} aria-busy={isSubmitting}>
          {t(isSubmitting ? 'busy' : 'submit')}
        </button>
      </form>
    </AuthSheet>
  );
}
