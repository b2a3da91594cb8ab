import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyForm, useCompanyFailure } from '../../domain/company/company-form.tsx';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';
import { focusFirstField } from '../../ui/first-field.ts';
import { FormNote } from './auth-frame.tsx';

/** Why the way back from a company ended without a session. */
export const CompanyNote = ({ code }: { code: string }) => <FormNote tone="error">{useCompanyFailure(code)}</FormNote>;

/** Sign-in with one's company, where the school has any. `again`: somebody just came back from one without a session. */
export function CompanyEntry({ returnTo, again }: { returnTo: string | null; again: boolean }) {
  const { t } = useTranslation('company');
  const { data } = useResource('empresa', (signal) => call(calls.companyState, undefined, { signal }));
  const [open, setOpen] = useState(again);
  const enter = async (correo: string) => (await call(calls.enterByCompany, { correo, ...(returnTo && { returnTo }) })).data.direccion;
  if (!data?.activo) return null;
  return open ? (
    // Whoever opened it by its button goes on in its field.
    <section ref={again ? undefined : focusFirstField} aria-label={t('title')}>
      <CompanyForm send={enter} />
    </section>
  ) : (
    <button type="button" className="btn alt wide" onClick={() => setOpen(true)}>
      {t('open')}
    </button>
  );
}
