import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyFailure, CompanyForm } from '../../domain/company/company-form.tsx';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';
import { focusFirstField } from '../../ui/first-field.ts';

/** Sign-in with one's company, where the school has any. `failure`: why the way back from one ended without a session. */
export function CompanyEntry({ returnTo, failure }: { returnTo: string | null; failure: string | null }) {
  const { t } = useTranslation('company');
  const { data } = useResource('empresa', (signal) => call(calls.companyState, undefined, { signal }));
  const [open, setOpen] = useState(failure !== null);
  const enter = async (correo: string) => (await call(calls.enterByCompany, { correo, ...(returnTo && { returnTo }) })).data.direccion;
  return (
    <>
      {failure === null ? null : <CompanyFailure code={failure} />}
      {!data?.activo ? null : open ? (
        // Whoever opened it by its button goes on in its field.
        <section ref={failure === null ? focusFirstField : undefined} aria-label={t('title')}>
          <CompanyForm send={enter} />
        </section>
      ) : (
        <button type="button" className="btn alt wide" onClick={() => setOpen(true)}>
          {t('open')}
        </button>
      )}
    </>
  );
}
