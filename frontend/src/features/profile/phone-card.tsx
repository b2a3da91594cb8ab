import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemovePhoneMutation, useSendPhoneCodeMutation, useVerifyPhoneMutation } from '../../api/generated.ts';
import { sessionChanged } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

interface Props {
  userId: number;
  phone: string | null;
  verified: boolean;
  /** A code is under way and still good. */
  pending: boolean;
  /** This school sends text messages; without, none can be confirmed. */
  texts: boolean;
}

/** One's telephone: typed, confirmed by a code, changed or taken away. */
export function PhoneCard({ userId, phone, verified, pending, texts }: Props) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [verify, { isLoading }] = useVerifyPhoneMutation();
  const [sendAgain, again] = useSendPhoneCodeMutation();
  const [remove] = useRemovePhoneMutation();
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const told = (failure: unknown) => {
    if (toFailure(failure).code === 'NETWORK') return t('phone.network');
    return errorText(failure) || t('phone.failed');
  };
  const save = async () => {
    setError(undefined);
    if (typed.trim() === '') return setError(t('phone.required'));
    try {
      await verify({ id: userId, body: { phone_number: typed.trim() } }).unwrap();
      setTyped('');
      setChanging(false);
      sessionChanged();
      notify.success(t('phone.updated'));
    } catch (failure) {
      setError(told(failure));
    }
  };
  const confirm = async () => {
    setError(undefined);
    if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) return setError(t('phone.codeShape'));
    try {
      await verify({ id: userId, body: { code } }).unwrap();
      setCode('');
      sessionChanged();
      notify.success(t('phone.confirmed'));
    } catch (failure) {
      setError(told(failure));
    }
  };
  const resend = async () => {
    setError(undefined);
    try {
      await sendAgain().unwrap();
      setCode('');
      notify.success(t('phone.sent', { phone }));
    } catch (failure) {
      setError(told(failure));
    }
  };
  const asking = phone === null || changing;
  return (
    <section className="card stack" aria-labelledby="telefono">
      <div>
        <h2 id="telefono">{t('phone.title')}</h2>
        <p className="muted">{t('phone.hint')}</p>
      </div>
      {phone ? (
        <p className="row">
          <span className="mono">{phone}</span>
          <StatusTag tone={verified ? 'ok' : 'ahora'}>{t(verified ? 'phone.isVerified' : 'phone.isNot')}</StatusTag>
        </p>
      ) : null}
      {asking ? (
        <form
          className="profile-edit"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field
            label={t(phone ? 'phone.newLabel' : 'phone.label')}
            hint={t('phone.format')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="row">
            <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
              {t(isLoading ? 'saving' : 'phone.save')}
            </button>
            {changing ? (
              <button
                type="button"
                className="btn alt"
                onClick={() => {
                  setChanging(false);
                  setError(undefined);
                }}
              >
                {t('cancel')}
              </button>
            ) : null}
          </div>
        </form>
      ) : verified || !texts ? null : (
        <form
          className="profile-edit"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <Field
            label={t('phone.code')}
            hint={t(pending ? 'phone.codeHint' : 'phone.codeOver')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            value={code}
            error={error}
            onChange={(event) => setCode(event.target.value)}
          />
          <div className="row">
            <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
              {t('phone.confirm')}
            </button>
            <button type="button" className="btn alt" onClick={() => void resend()} disabled={again.isLoading} aria-busy={again.isLoading}>
              {t('phone.resend')}
            </button>
          </div>
        </form>
      )}
      {phone && !changing ? (
        <div className="row">
          <button type="button" className="btn alt" onClick={() => setChanging(true)}>
            {t('phone.change')}
          </button>
          <button type="button" className="btn ghost" onClick={() => setRemoving(true)}>
            {t('phone.remove')}
          </button>
        </div>
      ) : null}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('phone.removeTitle')}
        confirmLabel={t('phone.remove')}
        danger
        onConfirm={async () => {
          await remove().unwrap();
          sessionChanged();
          notify.success(t('phone.removed'));
        }}
      >
        {t('phone.removeText')}
      </Confirm>
    </section>
  );
}
