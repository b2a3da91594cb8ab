import './texts.ts';
import './account.css';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { call } from '../../lib/http.ts';
import { logOut } from '../../lib/log-out.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { setSessionUser, useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { usePageHeading } from '../../ui/page.tsx';

/** For accounts without a username or a name (C-13, C-67): afterwards the person goes on to where they were going. */
export function Component() {
  const { t } = useTranslation('account');
  const user = useSessionUser();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const errorText = useErrorText();
  const heading = usePageHeading(t('complete.title'));
  const filled = z.string().trim().min(1, t('complete.required'));
  const schema = z.object({ username: filled, first_name: filled, last_name: z.string().trim() });
  const form = useForm({
    schema,
    initial: () => ({ username: user.username ?? '', first_name: user.first_name ?? '', last_name: user.last_name ?? '' }),
  });
  const busy = form.formState.isSubmitting;
  const save = async ({ last_name, ...named }: z.output<typeof schema>) => {
    const { data } = await call(calls.updateUser, { id: user.id, body: { ...named, ...(last_name && { last_name }) } });
    setSessionUser(data);
    notify.success(t('complete.done'));
    await navigate(validReturnTo(search.get('returnTo')) ?? homeOf(data.user_role), { replace: true });
  };
  return (
    <section className="card stack account-complete">
      <h1 ref={heading} tabIndex={-1}>
        {t('complete.title')}
      </h1>
      <p className="muted">{t('complete.lead')}</p>
      <Form form={form} of="perfil" onSend={save} failureText={(failure) => `${t('complete.failed')}. ${errorText(failure)}`}>
        <TextField
          name="username"
          label={t('complete.username')}
          hint={t('complete.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <TextField name="first_name" label={t('complete.firstName')} autoComplete="given-name" maxLength={120} required />
        <TextField name="last_name" label={t('complete.lastName')} optional autoComplete="family-name" maxLength={120} />
        <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
          {t(busy ? 'complete.saving' : 'complete.save')}
        </button>
      </Form>
      <button type="button" className="link" onClick={() => void logOut().finally(() => globalThis.location.assign(paths.login()))}>
        {t('complete.leave')}
      </button>
    </section>
  );
}
