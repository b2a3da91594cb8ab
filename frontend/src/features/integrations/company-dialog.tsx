import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MOST_OF_KEY_NAME, returnOf } from '../../../../backend/api/contract/choices.ts';
import type { CompanyRecord } from '../../../../backend/api/contract/companies.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

interface Props {
  /** null: a new one. */
  company: CompanyRecord | null;
  /** Where providers lead people back to, without the host of each (`returnOf`). */
  back: string;
  onClose: () => void;
}

/** Registers the provider of a company, or changes it. */
export function CompanyDialog({ company, back, onClose }: Props) {
  const { t } = useTranslation('integrations');
  const [register] = api.useRegisterCompanyMutation();
  const [change] = api.useChangeCompanyMutation();
  const { save } = useSave();
  const isNew = company === null;
  const schema = useMemo(() => {
    const needed = (text: string) => z.string().trim().min(1, text);
    return z.object({
      nombre: needed(t('nameMissing')),
      emisor: isNew ? needed(t('companies.issuerMissing')) : z.string(),
      cliente: needed(t('companies.clientMissing')),
      secreto: isNew ? needed(t('companies.secretMissing')) : z.string().trim(),
      dominios: needed(t('companies.domainsMissing')).transform((typed) => typed.split(/[\s,;]+/).filter(Boolean)),
      crea_cuentas: z.boolean(),
      beca: z.string().trim(),
    });
  }, [t, isNew]);
  const form = useForm({
    schema,
    initial: () => ({
      ...{ nombre: company?.nombre ?? '', emisor: company?.emisor ?? '', cliente: company?.cliente ?? '', secreto: '' },
      ...{ dominios: company?.dominios.join('\n') ?? '', crea_cuentas: company?.crea_cuentas ?? true, beca: company?.beca ?? '' },
    }),
  });
  const issuer = useWatch({ control: form.control, name: 'emisor' });
  return (
    <FormDialog
      form={form}
      of={`empresa.${company?.id ?? 'nueva'}`}
      side="right"
      title={company ? t('companies.editTitle', { name: company.nombre }) : t('companies.makeTitle')}
      send={company ? t('save') : t('companies.make')}
      sending={company ? t('saving') : t('companies.making')}
      onClose={onClose}
      onSend={({ emisor, secreto, beca, ...body }) =>
        company
          ? save(() => change({ empresa: company.id, body: { ...body, beca, ...(secreto !== '' && { secreto }) } }).unwrap(), {
              done: t('companies.changed'),
              after: onClose,
            })
          : save(() => register({ ...body, beca, emisor, secreto }).unwrap(), { done: t('companies.made'), after: onClose })
      }
    >
      <TextField name="nombre" label={t('companies.name')} maxLength={MOST_OF_KEY_NAME} required />
      {isNew ? (
        <TextField
          name="emisor"
          label={t('companies.issuer')}
          hint={t('companies.issuerHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          required
        />
      ) : null}
      {URL.canParse(issuer) ? (
        <div>
          <p>{t('companies.back')}</p>
          <p className="mono integrations-secret" translate="no">
            {returnOf(back, issuer)}
          </p>
        </div>
      ) : null}
      <TextField name="cliente" label={t('companies.client')} autoComplete="off" spellCheck={false} maxLength={300} required />
      <SecretField
        name="secreto"
        label={t('companies.secret')}
        hint={t(isNew ? 'companies.secretHint' : 'companies.secretKept')}
        autoComplete="off"
        maxLength={500}
        required={isNew}
      />
      <AreaField name="dominios" label={t('companies.domains')} hint={t('companies.domainsHint')} rows={3} spellCheck={false} required />
      <CheckField name="crea_cuentas" label={t('companies.creates')} />
      <TextField
        name="beca"
        label={t('companies.scholarship')}
        optional
        hint={t('companies.scholarshipHint')}
        autoComplete="off"
        maxLength={40}
      />
    </FormDialog>
  );
}
