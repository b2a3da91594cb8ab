import { useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { passwordRules } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { PasswordRules } from '../../domain/password-rules.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { SecretField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';

/** Changes the password, or sets the first one for somebody who signs in elsewhere. `name` is for password managers. */
export function PasswordCard({ has, recent, name }: { has: boolean; recent: boolean; name: string }) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const blocked = !has && !recent;
  const close = () => {
    setOpen(false);
    setTimeout(() => button.current?.focus());
  };
  return (
    <section className="card stack" aria-labelledby="contrasena">
      <div>
        <h2 id="contrasena">{t('password.title')}</h2>
        <p className="muted">{t(has ? 'password.hint' : 'password.noneHint')}</p>
      </div>
      {open ? (
        <PasswordForm has={has} name={name} onClose={close} />
      ) : (
        <>
          {blocked ? <p>{t('password.again')}</p> : null}
          <div className="row">
            <button ref={button} type="button" className="btn alt" onClick={() => setOpen(true)} disabled={blocked}>
              {t(has ? 'password.change' : 'password.create')}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function PasswordForm({ has, name, onClose }: { has: boolean; name: string; onClose: () => void }) {
  const { t } = useTranslation(['account', 'password']);
  const errorText = useErrorText();
  const [change, { isLoading }] = api.useChangePasswordMutation();
  const schema = useMemo(
    () =>
      z
        .object({
          actual: z.string().refine((typed) => !has || typed !== '', t('password.required')),
          nueva: z.string().refine(passwordRules.length, errorText({ status: 400, code: 'WEAK_PASSWORD' })),
          otra: z.string(),
        })
        .refine(({ nueva, otra }) => nueva === otra, { path: ['otra'], message: t('password.mismatch') }),
    [t, errorText, has],
  );
  const form = useForm({ schema, initial: () => ({ actual: '', nueva: '', otra: '' }) });
  const typed = useWatch({ control: form.control, name: 'nueva' });
  return (
    <Form
      form={form}
      of="contrasena"
      onCancel={onClose}
      failureText={(failure) => (toFailure(failure).code === 'PROOF_REQUIRED' ? t('password.again') : errorText(failure))}
      // The page checks the length before sending; the school refuses common passwords.
      says={({ code }) => (code === 'WEAK_PASSWORD' ? t('password:tooCommon') : undefined)}
      onSend={async ({ actual, nueva }) => {
        await change({ ...(has && { actual }), nueva }).unwrap();
        onClose();
        notify.success(t('password.done'));
      }}
    >
      <input type="text" autoComplete="username" value={name} readOnly hidden />
      {has ? <SecretField name="actual" label={t('password.current')} autoComplete="current-password" required /> : null}
      <SecretField name="nueva" label={t('password.new')} autoComplete="new-password" required hint={<PasswordRules value={typed} />} />
      <SecretField name="otra" label={t('password.confirm')} autoComplete="new-password" required />
      <div className="row">
        <button type="submit" className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
          {t(isLoading ? 'password.saving' : 'password.save')}
        </button>
        <button type="button" className="btn alt" onClick={onClose} disabled={isLoading}>
          {t('password.cancel')}
        </button>
      </div>
    </Form>
  );
}
