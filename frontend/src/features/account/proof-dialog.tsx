import './texts.ts';
import { Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addresses } from '../../../../backend/api/contract/addresses.ts';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { SecretField } from '../../ui/form-fields.tsx';

const CompanyForm = lazyPart(() => import('../../domain/company/company-form.tsx').then((module) => module.CompanyForm));

/** Asks for the password or a passkey again, before changes to how one signs in. */
export function ProofDialog({ onDone }: { onDone: (proven: boolean) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const errorText = useErrorText();
  const user = useSessionUser();
  const id = useId();
  const { data } = api.useOwnAccountQuery();
  const [prove, { isLoading }] = api.useProveMutation();
  const [enter] = api.useEnterByCompanyMutation();
  const [begin] = api.usePasskeyLoginOptionsMutation();
  const [failure, setFailure] = useState<string>();
  const hasPassword = data?.tiene_contrasena ?? true;
  const isOfCompany = data?.empresas.some(({ tipo }) => tipo === 'empresa') ?? false;
  const hasKey = (data?.llaves.length ?? 0) > 0 && typeof PublicKeyCredential !== 'undefined';
  const schema = useMemo(() => z.object({ contrasena: z.string().min(1, t('account:proof.required')) }), [t]);
  const form = useForm({ schema, initial: () => ({ contrasena: '' }) });
  const byKey = async () => {
    setFailure(undefined);
    try {
      const { reto, opciones } = await begin().unwrap();
      // The library is loaded only for people with a key.
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await startAuthentication({ optionsJSON: opciones as never });
      await prove({ reto, respuesta: { ...answer } }).unwrap();
      onDone(true);
    } catch (refused) {
      setFailure(refused instanceof Error && toFailure(refused).code === 'UNKNOWN' ? t('account:proof.keyCancelled') : errorText(refused));
    }
  };
  const here = globalThis.location.pathname + globalThis.location.search;
  const again = async (correo: string) => (await enter({ correo, returnTo: here }).unwrap()).direccion;
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      locked={isLoading}
      title={t('account:proof.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={() => onDone(false)} disabled={isLoading}>
            {t('common:action.cancel')}
          </button>
          {hasPassword ? (
            <button type="submit" form={id} className="btn" aria-disabled={isLoading} aria-busy={isLoading}>
              {t('account:proof.confirm')}
            </button>
          ) : null}
        </>
      }
    >
      <p>{t('account:proof.text')}</p>
      {hasPassword ? (
        <Form
          form={form}
          id={id}
          onSend={async (body) => {
            await prove(body).unwrap();
            onDone(true);
          }}
        >
          <input type="text" autoComplete="username" value={user.email ?? user.username ?? ''} readOnly hidden />
          <SecretField name="contrasena" label={t('account:proof.password')} autoComplete="current-password" required />
        </Form>
      ) : null}
      {hasKey ? (
        <button type="button" className="btn alt wide" onClick={() => void byKey()} disabled={isLoading}>
          {t('account:proof.byKey')}
        </button>
      ) : null}
      {!hasPassword && !hasKey ? (
        <>
          <p>{t('account:proof.neither')}</p>
          {isOfCompany ? (
            <Suspense fallback={null}>
              <CompanyForm send={again} />
            </Suspense>
          ) : null}
          {data?.google || !isOfCompany ? (
            <a className="btn" href={`${addresses.google}?returnTo=${encodeURIComponent(here)}`}>
              {t('account:proof.byGoogle')}
            </a>
          ) : null}
        </>
      ) : null}
      <Failure>{failure}</Failure>
    </Dialog>
  );
}
