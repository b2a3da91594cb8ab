import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MOST_OF_KEY_NAME } from '../../../../backend/api/contract/choices.ts';
import type { PlatformRecord } from '../../../../backend/api/contract/platforms.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Registers a learning platform (null), or changes one. */
export function PlatformDialog({ platform, onClose }: { platform: PlatformRecord | null; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const [register] = api.useRegisterPlatformMutation();
  const [change] = api.useChangePlatformMutation();
  const { save } = useSave();
  const schema = useMemo(() => {
    const needed = z.string().trim().min(1, t('platforms.missing'));
    const lines = needed.transform(linesOf);
    return z.object({
      nombre: z.string().trim().min(1, t('nameMissing')),
      ...{ emisor: needed, cliente: needed, autorizacion: needed, llaves: needed, implementaciones: lines, dominios: lines },
      credenciales: z.string().trim(),
      crea_cuentas: z.boolean(),
      beca: z.string().trim(),
    });
  }, [t]);
  const form = useForm({
    schema,
    initial: () => ({
      ...{ nombre: platform?.nombre ?? '', emisor: platform?.emisor ?? '', cliente: platform?.cliente ?? '' },
      ...{ autorizacion: platform?.autorizacion ?? '', llaves: platform?.llaves ?? '', beca: platform?.beca ?? '' },
      credenciales: platform?.credenciales ?? '',
      implementaciones: platform?.implementaciones.join('\n') ?? '',
      dominios: platform?.dominios.join('\n') ?? '',
      crea_cuentas: platform?.crea_cuentas ?? true,
    }),
  });
  const address = { inputMode: 'url', autoComplete: 'off', spellCheck: false, maxLength: 2_000, required: true } as const;
  return (
    <FormDialog
      form={form}
      of={`plataforma.${platform?.id ?? 'nueva'}`}
      side="right"
      title={platform ? t('platforms.editTitle', { name: platform.nombre }) : t('platforms.makeTitle')}
      send={platform ? t('save') : t('platforms.make')}
      sending={platform ? t('saving') : t('platforms.making')}
      onClose={onClose}
      onSend={({ emisor, cliente, ...terms }) =>
        platform
          ? save(() => change({ plataforma: platform.id, body: terms }).unwrap(), { done: t('platforms.changed'), after: onClose })
          : save(() => register({ emisor, cliente, ...terms }).unwrap(), { done: t('platforms.made'), after: onClose })
      }
    >
      {platform ? <p className="muted">{t('platforms.editNote')}</p> : null}
      <TextField name="nombre" label={t('name')} hint={t('platforms.nameHint')} maxLength={MOST_OF_KEY_NAME} required />
      {platform ? null : (
        <>
          <TextField name="emisor" label={t('platforms.issuer')} hint={t('platforms.issuerHint')} {...address} maxLength={500} />
          <TextField name="cliente" label={t('platforms.client')} autoComplete="off" spellCheck={false} maxLength={255} required />
        </>
      )}
      <AreaField name="implementaciones" label={t('platforms.deployments')} hint={t('platforms.linesHint')} rows={2} required />
      <TextField name="autorizacion" label={t('platforms.authorization')} hint={t('platforms.authorizationHint')} {...address} />
      <TextField name="llaves" label={t('platforms.keys')} hint={t('platforms.keysHint')} {...address} />
      <TextField
        name="credenciales"
        label={t('platforms.tokens')}
        optional
        hint={t('platforms.tokensHint')}
        {...address}
        required={false}
      />
      <AreaField name="dominios" label={t('platforms.domains')} hint={t('platforms.domainsHint')} rows={2} required />
      <CheckField name="crea_cuentas" label={t('platforms.creates')} />
      <TextField
        name="beca"
        label={t('platforms.scholarship')}
        optional
        hint={t('platforms.scholarshipHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
      />
    </FormDialog>
  );
}
