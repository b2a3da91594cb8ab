import './texts.ts';
import './account.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { logOut } from '../../lib/log-out.ts';
import { homeOf, paths, validReturnTo } from '../../lib/paths.ts';
import { setSessionUser, useSessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { usePageHeading } from '../../ui/page.tsx';

/** For whoever has no username or no name yet (C-13, C-67): then on to where the person was going. */
export function Component() {
  const { t } = useTranslation('account');
  const user = useSessionUser();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const errorText = useErrorText();
  const heading = usePageHeading(t('complete.title'));
  const [values, setValues] = useState({
    username: user.username ?? '',
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
  });
  const [errors, setErrors] = useState<{ username?: string; first_name?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const username = values.username.trim();
    const first_name = values.first_name.trim();
    const last_name = values.last_name.trim();
    const missing = { ...(!username && { username: t('complete.required') }), ...(!first_name && { first_name: t('complete.required') }) };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const body = { username, first_name, ...(last_name && { last_name }) };
      const { data } = await call(calls.updateUser, { id: user.id, body });
      setSessionUser(data);
      notify.success(t('complete.done'));
      await navigate(validReturnTo(search.get('returnTo')) ?? homeOf(data.user_role), { replace: true });
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'USERNAME_TAKEN' || code === 'USERNAME_INVALID') setErrors({ username: errorText(error) });
      else setErrors({ form: `${t('complete.failed')}. ${errorText(error)}` });
    } finally {
      setBusy(false);
    }
  };
  const field = (key: keyof typeof values) => ({
    value: values[key],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValues({ ...values, [key]: event.target.value }),
  });
  return (
    <section className="card stack account-complete">
      <h1 ref={heading} tabIndex={-1}>
        {t('complete.title')}
      </h1>
      <p className="muted">{t('complete.lead')}</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <Field
          label={t('complete.username')}
          hint={t('complete.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          error={errors.username}
          {...field('username')}
        />
        <Field
          label={t('complete.firstName')}
          autoComplete="given-name"
          maxLength={120}
          required
          error={errors.first_name}
          {...field('first_name')}
        />
        <Field
          label={t('complete.lastName')}
          optional={t('complete.optional')}
          autoComplete="family-name"
          maxLength={120}
          {...field('last_name')}
        />
        {errors.form ? (
          <p className="field-error" role="alert">
            {errors.form}
          </p>
        ) : null}
        <button type="submit" className="btn wide" aria-disabled={busy} aria-busy={busy}>
          {t(busy ? 'complete.saving' : 'complete.save')}
        </button>
      </form>
      <button type="button" className="link" onClick={() => void logOut().finally(() => globalThis.location.assign(paths.login()))}>
        {t('complete.leave')}
      </button>
    </section>
  );
}
