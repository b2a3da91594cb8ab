import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import { sessionChanged } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

interface Props {
  userId: number;
  phone: string | null;
  verified: boolean;
  /** A code was sent and is still valid. */
  pending: boolean;
  /** This school sends text messages; otherwise no phone can be confirmed. */
  texts: boolean;
}

/** One's phone: set, confirm by a code, change or remove it. */
export function PhoneCard({ userId, phone, verified, pending, texts }: Props) {
  const { t } = useTranslation('profile');
  const [remove] = api.useRemovePhoneMutation();
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <section className="card stack" aria-labelledby="telefono">
      <div>
        <h2 id="telefono">{t('phone.title')}</h2>
        <p className="muted" data-advises>
          {t(texts ? 'phone.hint' : 'phone.hintOff')}
        </p>
      </div>
      {phone ? (
        <p className="row">
          <span className="num">{phone}</span>
          <StatusTag tone={verified ? 'ok' : 'now'}>{t(verified ? 'phone.isVerified' : 'phone.isNot')}</StatusTag>
        </p>
      ) : null}
      {phone === null || changing ? (
        <NumberForm userId={userId} first={phone === null} onClose={changing ? () => setChanging(false) : undefined} />
      ) : verified || !texts ? null : (
        <CodeForm userId={userId} phone={phone} pending={pending} />
      )}
      {phone && !changing ? (
        <div className="row" data-writes>
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
        {t(verified && texts ? 'phone.removeText' : 'phone.removeTextOff')}
      </Confirm>
    </section>
  );
}

const useFailureText = () => {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  return (failure: unknown): string =>
    toFailure(failure).code === 'NETWORK' ? t('phone.network') : errorText(failure) || t('phone.failed');
};

function NumberForm({ userId, first, onClose }: { userId: number; first: boolean; onClose: (() => void) | undefined }) {
  const { t } = useTranslation('profile');
  const [verify, { isLoading }] = api.useVerifyPhoneMutation();
  const schema = useMemo(() => z.object({ phone_number: z.string().trim().min(1, t('phone.required')) }), [t]);
  const form = useForm({ schema, initial: () => ({ phone_number: '' }) });
  return (
    <Form
      form={form}
      of="telefono"
      className="profile-edit"
      failureText={useFailureText()}
      onCancel={onClose}
      onSend={async (body) => {
        await verify({ id: userId, body }).unwrap();
        onClose?.();
        sessionChanged();
        notify.success(t('phone.updated'));
      }}
    >
      <TextField
        name="phone_number"
        label={t(first ? 'phone.label' : 'phone.newLabel')}
        hint={t('phone.format')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <div className="row">
        <button type="submit" className="btn alt" disabled={isLoading} aria-busy={isLoading}>
          {t(isLoading ? 'saving' : 'phone.save')}
        </button>
        {onClose ? (
          <button type="button" className="btn alt" onClick={onClose}>
            {t('cancel')}
          </button>
        ) : null}
      </div>
    </Form>
  );
}

function CodeForm({ userId, phone, pending }: { userId: number; phone: string; pending: boolean }) {
  const { t } = useTranslation('profile');
  const failureText = useFailureText();
  const [verify, { isLoading }] = api.useVerifyPhoneMutation();
  const [sendAgain, again] = api.useSendPhoneCodeMutation();
  const schema = useMemo(
    () => z.object({ code: z.string().refine((typed) => /^\d{6}$/.test(typed.replace(/\s/g, '')), t('phone.codeShape')) }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ code: '' }) });
  const resend = async () => {
    form.clearErrors();
    try {
      await sendAgain().unwrap();
      form.discard();
      notify.success(t('phone.sent', { phone }));
    } catch (failure) {
      form.setError('root.server', { message: failureText(failure) });
    }
  };
  return (
    <Form
      form={form}
      of="codigo-telefono"
      className="profile-edit"
      failureText={failureText}
      onSend={async (body) => {
        await verify({ id: userId, body }).unwrap();
        sessionChanged();
        notify.success(t('phone.confirmed'));
      }}
    >
      <TextField
        name="code"
        label={t('phone.code')}
        hint={t(pending ? 'phone.codeHint' : 'phone.codeOver')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      <div className="row">
        <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
          {t('phone.confirm')}
        </button>
        <button type="button" className="btn alt" onClick={() => void resend()} disabled={again.isLoading} aria-busy={again.isLoading}>
          {t('phone.resend')}
        </button>
      </div>
    </Form>
  );
}
