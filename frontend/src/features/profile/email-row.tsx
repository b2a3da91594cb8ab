import { IconPencil } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import type { AccountRecord } from '../../../../backend/api/contract/account.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { EmailField, SecretField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useUserUpdate } from './use-user-update.ts';

/** One's address: changed with the password, and valid once the link sent to the new one is followed. */
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
  const [resend, resending] = api.useResendEmailChangeMutation();
  const [cancel, cancelling] = api.useCancelEmailChangeMutation();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasPassword = account?.tiene_contrasena ?? true;
  const pending = account?.correo_pendiente ?? null;
  const schema = useMemo(
    () =>
      z.object({
        email: z
          .string()
          .trim()
          .refine((typed) => typed !== (user.email ?? ''), t('nothing'))
          .refine((typed) => /^[^\s@]+@[^\s@]+$/.test(typed), errorText({ status: 400, code: 'INVALID_EMAIL' })),
        contrasena: z.string().refine((typed) => !hasPassword || typed !== '', t('emailChange.passwordRequired')),
      }),
    [t, errorText, user.email, hasPassword],
  );
  const form = useForm({ schema, initial: () => ({ email: pending?.correo ?? user.email ?? '', contrasena: '' }) });
  const close = () => {
    setEditing(false);
    form.discard();
    setTimeout(() => button.current?.focus());
  };
  const failureText = (failure: unknown) => {
    const { code, status } = toFailure(failure);
    if (status === 0) return t('networkFailed');
    if (code === 'VERSION_CONFLICT') return t('conflict');
    if (code === 'PROOF_REQUIRED') return t('emailChange.again');
    return `${t('emailChange.failed')}. ${errorText(failure)}`;
  };
  const save = async ({ email, contrasena }: z.output<typeof schema>) => {
    const body = { email, ...(hasPassword && { contrasena }) };
    const record = await update({ was: { email: user.email }, body });
    close();
    notify.success(t(record.email === email ? 'emailChange.corrected' : 'emailChange.sent', { email }));
  };
  const act = (doing: { unwrap(): Promise<unknown> }, done: string) =>
    doing.unwrap().then(
      () => notify.success(done),
      (failure: unknown) => notify.error(failureText(failure)),
    );
  if (editing)
    return (
      <div className="profile-datum">
        <dt className="sr">{t('email')}</dt>
        <dd>
          <Form form={form} of="correo" className="profile-edit" failureText={failureText} onCancel={close} onSend={save}>
            <EmailField
              name="email"
              label={t('emailChange.newLabel')}
              hint={t(user.email_verified ? 'emailChange.hint' : 'emailChange.hintNow')}
              maxLength={254}
              required
            />
            {hasPassword ? (
              <SecretField name="contrasena" label={t('emailChange.password')} autoComplete="current-password" required />
            ) : null}
            <div className="row">
              <button type="submit" className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
                {t(isLoading ? 'emailChange.sending' : 'emailChange.send')}
              </button>
              <button type="button" className="btn alt" onClick={close} disabled={isLoading}>
                {t('cancel')}
              </button>
            </div>
          </Form>
        </dd>
      </div>
    );
  return (
    <div className="profile-datum">
      <dt>{t('email')}</dt>
      <dd>
        <span className={user.email ? 'profile-value profile-mail' : 'profile-value muted'}>{user.email ?? t('none')}</span>
        {user.email ? (
          <StatusTag tone={user.email_verified ? 'ok' : 'now'}>{t(user.email_verified ? 'emailVerified' : 'emailUnverified')}</StatusTag>
        ) : null}
        {user.email && !user.email_verified ? (
          <Link to={paths.verifyNotice(user.email)} data-writes>
            {t('verify')}
          </Link>
        ) : null}
        <button
          ref={button}
          type="button"
          className="btn icon ghost"
          data-writes
          aria-label={t('editField', { field: t('email') })}
          onClick={() => {
            form.discard();
            setEditing(true);
          }}
        >
          <IconPencil size={20} stroke={1.7} aria-hidden="true" />
        </button>
        {pending ? (
          <div className="profile-pending stack">
            <p>
              <strong>{t('emailChange.pending', { email: pending.correo })}</strong>{' '}
              {pending.caducado ? t('emailChange.over') : t('emailChange.until', { date: formatDateTime(pending.hasta) })}
            </p>
            <div className="row" data-writes>
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
