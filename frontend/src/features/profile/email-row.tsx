import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AccountRecord } from '../../../../backend/api/contract/account.ts';
import { asApiError } from '../../api/base.ts';
import { useCancelEmailChangeMutation, useResendEmailChangeMutation } from '../../api/generated.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useUserUpdate } from './use-user-update.ts';

type Fields = 'email' | 'password';

/** One's address: asked for with the password, and one's own once the link sent to it is followed. */
export function EmailRow({
  user,
  account,
}: {
  user: SessionUser;
  account: Pick<AccountRecord, 'tiene_contrasena' | 'correo_pendiente'> | undefined;
}) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [update, isLoading] = useUserUpdate(user);
  const [resend, resending] = useResendEmailChangeMutation();
  const [cancel, cancelling] = useCancelEmailChangeMutation();
  const [values, setValues] = useState<Record<Fields, string> | null>(null);
  const [errors, setErrors] = useState<Partial<Record<Fields, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const editing = values !== null;
  const hasPassword = account?.tiene_contrasena ?? true;
  const pending = account?.correo_pendiente ?? null;
  useEffect(() => {
    if (editing) form.current?.querySelector('input')?.focus();
  }, [editing]);
  const close = () => {
    setValues(null);
    setErrors({});
    setTimeout(() => button.current?.focus());
  };
  const fail = (found: Partial<Record<Fields, string>>) => {
    // At once, so that the field that gets the focus is read with its error.
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  };
  const told = (failure: unknown) => {
    const { code, status } = asApiError(failure);
    if (status === 0) return t('networkFailed');
    if (code === 'VERSION_CONFLICT') return t('conflict');
    if (code === 'PROOF_REQUIRED') return t('emailChange.again');
    return `${t('emailChange.failed')}. ${errorText(failure)}`;
  };
  const save = async () => {
    const { email = '', password = '' } = values ?? {};
    const next = email.trim();
    if (next === (user.email ?? '')) return fail({ email: t('nothing') });
    if (!/^[^\s@]+@[^\s@]+$/.test(next)) return fail({ email: errorText({ status: 400, code: 'INVALID_EMAIL' }) });
    if (hasPassword && password === '') return fail({ password: t('emailChange.passwordRequired') });
    try {
      const body = { email: next, ...(hasPassword && { contrasena: password }) };
      const record = await update({ field: 'email', was: user.email, body });
      close();
      notify.success(t(record.email === next ? 'emailChange.corrected' : 'emailChange.sent', { email: next }));
    } catch (failure) {
      const { code } = asApiError(failure);
      if (code === 'WRONG_PASSWORD') fail({ password: errorText(failure) });
      else fail({ email: told(failure) });
    }
  };
  const act = (doing: { unwrap(): Promise<unknown> }, done: string) =>
    doing.unwrap().then(
      () => notify.success(done),
      (failure: unknown) => notify.error(told(failure)),
    );
  const field = (key: Fields) => ({
    value: values?.[key] ?? '',
    error: errors[key],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setValues({ email: '', password: '', ...values, [key]: event.target.value });
      setErrors({ ...errors, [key]: undefined });
    },
  });
  if (editing)
    return (
      <div className="profile-datum">
        <dt className="sr">{t('email')}</dt>
        <dd>
          <form
            ref={form}
            className="profile-edit"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!isLoading) void save();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          >
            <Field
              label={t('emailChange.newLabel')}
              hint={t(user.email_verified ? 'emailChange.hint' : 'emailChange.hintNow')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              maxLength={254}
              {...field('email')}
            />
            {hasPassword ? (
              <PasswordField label={t('emailChange.password')} autoComplete="current-password" {...field('password')} />
            ) : null}
            <div className="row">
              <button type="submit" className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
                {t(isLoading ? 'emailChange.sending' : 'emailChange.send')}
              </button>
              <button type="button" className="btn alt" onClick={close} disabled={isLoading}>
                {t('cancel')}
              </button>
            </div>
          </form>
        </dd>
      </div>
    );
  return (
    <div className="profile-datum">
      <dt>{t('email')}</dt>
      <dd>
        <span className={user.email ? 'profile-value profile-mail' : 'profile-value muted'}>{user.email ?? t('none')}</span>
        {user.email ? (
          <StatusTag tone={user.email_verified ? 'ok' : 'ahora'}>{t(user.email_verified ? 'emailVerified' : 'emailUnverified')}</StatusTag>
        ) : null}
        {user.email && !user.email_verified ? <Link to={paths.verifyNotice(user.email)}>{t('verify')}</Link> : null}
        <button
          ref={button}
          type="button"
          className="btn icon ghost"
          aria-label={t('editField', { field: t('email') })}
          onClick={() => setValues({ email: pending?.correo ?? user.email ?? '', password: '' })}
        >
          <IconPencil size={20} stroke={1.7} aria-hidden="true" />
        </button>
        {pending ? (
          <div className="profile-pending stack">
            <p>
              <strong>{t('emailChange.pending', { email: pending.correo })}</strong>{' '}
              {pending.caducado ? t('emailChange.over') : t('emailChange.until', { date: formatDateTime(pending.hasta) })}
            </p>
            <div className="row">
              <button
                type="button"
                className="btn alt"
                disabled={resending.isLoading}
                aria-busy={resending.isLoading}
                onClick={() => void act(resend(), t('emailChange.sent', { email: pending.correo }))}
              >
                {t('emailChange.resend')}
              </button>
              <button
                type="button"
                className="btn ghost"
                disabled={cancelling.isLoading}
                aria-busy={cancelling.isLoading}
                onClick={() => void act(cancel(), t('emailChange.cancelled', { email: user.email }))}
              >
                {t('emailChange.cancel')}
              </button>
            </div>
          </div>
        ) : null}
      </dd>
    </div>
  );
}
