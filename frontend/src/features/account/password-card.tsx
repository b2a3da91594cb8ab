import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { passwordIsStrong } from '../../../../backend/api/contract/auth.ts';
import { useChangePasswordMutation } from '../../api/generated.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { PasswordRules } from '../../ui/password-rules.tsx';

type Fields = 'current' | 'next' | 'again';

/** Changes the password, or sets the first one of somebody who signs in elsewhere. `name` is for password managers. */
export function PasswordCard({ has, recent, name }: { has: boolean; recent: boolean; name: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [change, { isLoading }] = useChangePasswordMutation();
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState({ current: '', next: '', again: '' });
  const [errors, setErrors] = useState<Partial<Record<Fields, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const rules = {
    title: t('checklist.title'),
    length: t('checklist.length'),
    uppercase: t('checklist.uppercase'),
    symbol: t('checklist.symbol'),
    met: t('checklist.met'),
    missing: t('checklist.missing'),
    status: (met: number, total: number) => t('checklist.status', { met, total }),
  };
  const blocked = !has && !recent;
  useEffect(() => {
    if (open) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    setValues({ current: '', next: '', again: '' });
    setErrors({});
    setTimeout(() => button.current?.focus());
  };
  const fail = (found: Partial<Record<Fields, string>>) => {
    // At once, so that the field that gets the focus is read with its error.
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  };
  const save = async () => {
    const { current, next, again } = values;
    if (has && current === '') return fail({ current: t('password.required') });
    if (!passwordIsStrong(next)) return fail({ next: errorText({ status: 400, code: 'WEAK_PASSWORD' }) });
    if (next !== again) return fail({ again: t('password.mismatch') });
    try {
      await change({ ...(has && { actual: current }), nueva: next }).unwrap();
      close();
      notify.success(t('password.done'));
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'WRONG_PASSWORD' || code === 'TOO_MANY_REQUESTS') fail({ [has ? 'current' : 'next']: errorText(error) });
      else fail({ next: code === 'PROOF_REQUIRED' ? t('password.again') : errorText(error) });
    }
  };
  const field = (key: Fields) => ({
    value: values[key],
    error: errors[key],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [key]: event.target.value });
      setErrors({ ...errors, [key]: undefined });
    },
  });
  return (
    <section className="card stack" aria-labelledby="contrasena">
      <div>
        <h2 id="contrasena">{t('password.title')}</h2>
        <p className="muted">{t(has ? 'password.hint' : 'password.noneHint')}</p>
      </div>
      {open ? (
        <form
          ref={form}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLoading) void save();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <input type="text" autoComplete="username" value={name} readOnly hidden />
          {has ? <PasswordField label={t('password.current')} autoComplete="current-password" required {...field('current')} /> : null}
          <PasswordField
            label={t('password.new')}
            autoComplete="new-password"
            required
            hint={<PasswordRules value={values.next} texts={rules} />}
            {...field('next')}
          />
          <PasswordField label={t('password.confirm')} autoComplete="new-password" required {...field('again')} />
          <div className="row">
            <button type="submit" className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
              {t(isLoading ? 'password.saving' : 'password.save')}
            </button>
            <button type="button" className="btn alt" onClick={close} disabled={isLoading}>
              {t('password.cancel')}
            </button>
          </div>
        </form>
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
