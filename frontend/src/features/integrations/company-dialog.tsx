import { useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MOST_OF_KEY_NAME, returnOf, samlServiceOf } from '../../../../backend/api/contract/choices.ts';
import type { CompanyRecord } from '../../../../backend/api/contract/companies.ts';
import { api } from '../../api/api.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { FormDialog, sayAtField, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, RadioField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

interface Props {
  /** null: a new one. */
  company: CompanyRecord | null;
  /** Where providers lead people back to, without the host of each (`returnOf`). */
  back: string;
  /** The school’s own address. */
  school: string;
  onClose: () => void;
}

/** What the form holds, of either protocol. */
function useCompanySchema(isNew: boolean) {
  const { t } = useTranslation('integrations');
  return useMemo(() => {
    const typed = z.string().trim();
    const saml = z.object({ servicio: typed, entrada: typed, certificados: typed, sujeto: typed, correo: typed });
    return z
      .object({
        nombre: typed.min(1, t('nameMissing')),
        protocolo: z.enum(['openid', 'saml']),
        ...{ emisor: typed, cliente: typed, secreto: typed, metadatos: typed, saml },
        dominios: typed.min(1, t('companies.domainsMissing')).transform((lines) => lines.split(/[\s,;]+/).filter(Boolean)),
        crea_cuentas: z.boolean(),
        beca: typed,
      })
      .superRefine(({ protocolo, emisor, cliente, secreto, saml: by }, { addIssue }) => {
        const need = (value: string, path: string[], message: string) => value !== '' || addIssue({ code: 'custom', path, message });
        if (isNew) need(emisor, ['emisor'], t(protocolo === 'saml' ? 'companies.saml.issuerMissing' : 'companies.issuerMissing'));
        if (protocolo === 'saml') {
          need(by.entrada, ['saml', 'entrada'], t('companies.saml.signInMissing'));
          need(by.certificados, ['saml', 'certificados'], t('companies.saml.certificatesMissing'));
          return;
        }
        need(cliente, ['cliente'], t('companies.clientMissing'));
        if (isNew) need(secreto, ['secreto'], t('companies.secretMissing'));
      });
  }, [t, isNew]);
}
const initialOf = (company: CompanyRecord | null) => ({
  ...{ nombre: company?.nombre ?? '', protocolo: company?.saml ? ('saml' as const) : ('openid' as const), metadatos: '' },
  ...{ emisor: company?.emisor ?? '', cliente: company?.cliente ?? '', secreto: '' },
  saml: {
    servicio: company?.saml?.servicio ?? crypto.randomUUID(),
    ...{ entrada: company?.saml?.entrada ?? '', certificados: company?.saml?.certificados ?? '' },
    ...{ sujeto: company?.saml?.sujeto ?? '', correo: company?.saml?.correo ?? '' },
  },
  ...{ dominios: company?.dominios.join('\n') ?? '', crea_cuentas: company?.crea_cuentas ?? true, beca: company?.beca ?? '' },
});

/** Registers the provider of a company, or changes it. */
export function CompanyDialog({ company, back, school, onClose }: Props) {
  const { t } = useTranslation('integrations');
  const [register] = api.useRegisterCompanyMutation();
  const [change] = api.useChangeCompanyMutation();
  const { save } = useSave();
  const isNew = company === null;
  const form = useForm({ schema: useCompanySchema(isNew), initial: () => initialOf(company) });
  const { control } = form;
  const isSaml = useWatch({ control, name: 'protocolo' }) === 'saml';
  return (
    <FormDialog
      form={form}
      of={`empresa.${company?.id ?? 'nueva'}`}
      side="right"
      title={company ? t('companies.editTitle', { name: company.nombre }) : t('companies.makeTitle')}
      send={company ? t('save') : t('companies.make')}
      sending={t(company ? 'saving' : isSaml ? 'companies.saml.making' : 'companies.making')}
      onClose={onClose}
      onSend={({ protocolo, emisor, cliente, secreto, saml: { servicio, ...saml }, metadatos: _, ...terms }) => {
        if (company) {
          const by = protocolo === 'saml' ? { saml } : { cliente, ...(secreto !== '' && { secreto }) };
          return save(() => change({ empresa: company.id, body: { ...terms, ...by } }).unwrap(), {
            ...{ done: t('companies.changed'), after: onClose },
          });
        }
        const by = protocolo === 'saml' ? { saml: { servicio, ...saml } } : { cliente, secreto };
        return save(() => register({ ...terms, emisor, ...by }).unwrap(), { done: t('companies.made'), after: onClose });
      }}
    >
      {company ? <p className="muted">{t('companies.editNote')}</p> : null}
      <TextField name="nombre" label={t('companies.name')} maxLength={MOST_OF_KEY_NAME} required />
      {isNew ? (
        <RadioField
          name="protocolo"
          label={t('companies.protocol')}
          choices={[
            { value: 'openid', label: t('companies.openid') },
            { value: 'saml', label: t('companies.samlName') },
          ]}
        />
      ) : null}
      {isSaml ? <SamlFields isNew={isNew} school={school} /> : <OpenIdFields isNew={isNew} back={back} />}
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

type Fields = ReturnType<typeof initialOf>;
const address = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const;

function OpenIdFields({ isNew, back }: { isNew: boolean; back: string }) {
  const { t } = useTranslation('integrations');
  const issuer = useWatch<Fields, 'emisor'>({ name: 'emisor' });
  return (
    <>
      {isNew ? (
        <TextField name="emisor" label={t('companies.issuer')} hint={t('companies.issuerHint')} {...address} maxLength={500} required />
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
    </>
  );
}

function SamlFields({ isNew, school }: { isNew: boolean; school: string }) {
  const { t } = useTranslation('integrations');
  const form = useFormContext<Fields>();
  const errorText = useErrorText();
  const [ask] = api.useReadCompanyMetadataMutation();
  const [reading, setReading] = useState(false);
  const service = useWatch<Fields, 'saml.servicio'>({ name: 'saml.servicio' });
  const { entity, consumer } = samlServiceOf(school, service);
  const read = async () => {
    const { metadatos, emisor: before } = form.getValues();
    if (reading) return;
    if (metadatos.trim() === '') return sayAtField(form, 'metadatos', t('companies.saml.metadataMissing'));
    setReading(true);
    try {
      const { emisor, entrada, certificados } = await ask({ metadatos }).unwrap();
      if (!isNew && emisor !== before) return sayAtField(form, 'metadatos', t('companies.saml.otherIssuer'));
      form.clearErrors();
      for (const [name, value] of [
        ['emisor', emisor] as const,
        ['saml.entrada', entrada] as const,
        ['saml.certificados', certificados] as const,
      ])
        form.setValue(name, value, { shouldDirty: true });
      notify.success(t('companies.saml.readDone'));
    } catch (error) {
      sayAtField(form, 'metadatos', errorText(error));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <div>
        <p>{t('companies.saml.school')}</p>
        <pre className="mono integrations-example" translate="no">
          {`Entity ID: ${entity}\nACS (Reply URL): ${consumer}`}
        </pre>
        <p>
          <a href={entity} target="_blank" rel="noreferrer">
            {t('companies.saml.metadataAt')}
          </a>
        </p>
      </div>
      <AreaField
        name="metadatos"
        label={t('companies.saml.metadata')}
        optional
        hint={t('companies.saml.metadataHint')}
        rows={3}
        spellCheck={false}
      />
      <button type="button" className="btn alt" aria-disabled={reading} aria-busy={reading} onClick={() => void read()}>
        {t(reading ? 'companies.saml.reading' : 'companies.saml.read')}
      </button>
      {isNew ? (
        <TextField name="emisor" label={t('companies.saml.issuer')} autoComplete="off" spellCheck={false} maxLength={500} required />
      ) : null}
      <TextField name="saml.entrada" label={t('companies.saml.signIn')} {...address} maxLength={2_000} required />
      <AreaField
        name="saml.certificados"
        label={t('companies.saml.certificates')}
        hint={t('companies.saml.certificatesHint')}
        rows={4}
        spellCheck={false}
        required
      />
      <TextField
        name="saml.sujeto"
        label={t('companies.saml.subject')}
        optional
        hint={t('companies.saml.subjectHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
      />
      <TextField
        name="saml.correo"
        label={t('companies.saml.address')}
        optional
        hint={t('companies.saml.addressHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
      />
    </>
  );
}
