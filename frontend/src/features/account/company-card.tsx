import './texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AccountRecord } from '../../../../backend/api/contract/account.ts';
import { api } from '../../api/api.ts';
import { CompanyForm, useCompanyFailure } from '../../domain/company/company-form.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/field.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';

/** The companies with which one signs in, and the learning platforms that open the account: links a company, and unlinks either. */
export function CompanyCard({ companies }: { companies: AccountRecord['empresas'] }) {
  const { t } = useTranslation('account');
  const { data } = api.useCompanyStateQuery();
  const [link] = api.useLinkCompanyMutation();
  const [unlink] = api.useUnlinkCompanyMutation();
  const { save } = useSave();
  const [removing, setRemoving] = useState<AccountRecord['empresas'][number] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const unlinked = useRef(false);
  // The row that had the focus is gone with its dialog.
  useEffect(() => {
    if (removing !== null || !unlinked.current) return;
    unlinked.current = false;
    heading.current?.focus();
  }, [removing]);
  const outcome = useSearchParams()[0].get('empresa');
  if (companies.length === 0 && !data?.activo) return null;
  return (
    <section className="card stack" aria-labelledby="empresa">
      <div>
        <h2 id="empresa" ref={heading} tabIndex={-1}>
          {t('company.title')}
        </h2>
        <p className="muted">{t(companies.length > 0 ? 'company.linkedText' : 'company.notLinkedText')}</p>
      </div>
      {outcome === null || outcome === 'enlazada' ? null : <Refused code={outcome} />}
      {companies.length > 0 ? (
        <ul className="account-list">
          {companies.map((company) => (
            <li key={company.id} className="account-row">
              <div className="row">
                <strong>{company.nombre}</strong> <StatusTag tone="ok">{t('company.linked')}</StatusTag>
              </div>
              <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setRemoving(company)}>
                {t('company.unlink')} <span className="sr">{company.nombre}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {data?.activo && !companies.some(({ tipo }) => tipo === 'empresa') ? (
        <CompanyForm label={t('company.link')} send={async (correo) => (await link({ correo }).unwrap()).direccion} />
      ) : null}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('company.unlinkTitle', { name: removing?.nombre ?? '' })}
        confirmLabel={t('company.unlink')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await save(() => unlink(removing.id).unwrap(), { done: t('company.unlinked') });
          unlinked.current = true;
        }}
      >
        <p>{t('company.unlinkText')}</p>
      </Confirm>
    </section>
  );
}

const Refused = ({ code }: { code: string }) => <Failure>{useCompanyFailure(code)}</Failure>;
