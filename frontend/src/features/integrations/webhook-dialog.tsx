import { useMemo } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MOST_OF_KEY_NAME } from '../../../../backend/api/contract/choices.ts';
import type { OutgoingRecord, WebhookRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import { Failure } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { RadioField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

interface Props {
  /** null: a new one. */
  hook: WebhookRecord | null;
  onShow: (secret: string) => void;
  onClose: () => void;
}

/** Registers a webhook, or changes one. */
export function WebhookDialog({ hook, onShow, onClose }: Props) {
  const { t } = useTranslation('integrations');
  const [register] = api.useRegisterWebhookMutation();
  const [change] = api.useChangeWebhookMutation();
  const { save } = useSave();
  const isNew = hook === null;
  const schema = useMemo(
    () =>
      z
        .object({
          nombre: z.string().trim().min(1, t('nameMissing')),
          direccion: z.string().trim(),
          formato: z.enum(['eventos', 'xapi']),
          autorizacion: z.string().trim(),
          de: z.enum(['todo', 'algo']),
          tipos: z.array(z.string()),
        })
        .refine(({ direccion }) => !isNew || direccion !== '', { path: ['direccion'], message: t('hooks.addressMissing') })
        .refine(({ de, tipos }) => de === 'todo' || tipos.length > 0, { path: ['tipos'], message: t('hooks.typesMissing') })
        .transform(({ nombre, direccion, formato, autorizacion, de, tipos }) => ({
          nombre,
          ...(isNew && { formato }),
          tipos: de === 'todo' ? null : tipos,
          ...(direccion !== '' && { direccion }),
          ...(autorizacion !== '' && { autorizacion }),
        })),
    [t, isNew],
  );
  const form = useForm({
    schema,
    initial: () => ({
      ...{
        nombre: hook?.nombre ?? '',
        direccion: '',
        formato: hook?.formato ?? ('eventos' as const),
        autorizacion: '',
        tipos: hook?.tipos ?? [],
      },
      de: hook && hook.tipos === null ? ('todo' as const) : ('algo' as const),
    }),
  });
  return (
    <FormDialog
      form={form}
      of={`webhook.${hook?.id ?? 'nuevo'}`}
      side="right"
      title={hook ? t('hooks.editTitle', { name: hook.nombre }) : t('hooks.makeTitle')}
      send={hook ? t('save') : t('hooks.make')}
      sending={hook ? t('saving') : t('hooks.making')}
      onClose={onClose}
      onSend={(body) =>
        hook
          ? save(() => change({ webhook: hook.id, body }).unwrap(), { done: t('hooks.changed'), after: onClose })
          : save(() => register({ direccion: '', ...body }).unwrap(), {
              after: ({ secreto }) => {
                onClose();
                onShow(secreto);
              },
            })
      }
    >
      <TextField name="nombre" label={t('name')} hint={t('nameHint')} maxLength={MOST_OF_KEY_NAME} required />
      {isNew ? (
        <RadioField
          name="formato"
          label={t('hooks.format')}
          choices={[
            { value: 'eventos', label: t('hooks.formats.eventos') },
            { value: 'xapi', label: t('hooks.formats.xapi') },
          ]}
        />
      ) : null}
      <TextField
        name="direccion"
        label={t('hooks.address')}
        hint={hook ? t('hooks.addressKept', { host: hook.servidor }) : t('hooks.addressHint')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        required={isNew}
      />
      <SecretField
        name="autorizacion"
        label={t('hooks.authorization')}
        optional
        hint={t('hooks.authorizationHint')}
        autoComplete="off"
        maxLength={500}
      />
      <RadioField
        name="de"
        label={t('hooks.which')}
        choices={[
          { value: 'algo', label: t('hooks.chosen') },
          { value: 'todo', label: t('hooks.everything') },
        ]}
      />
      <TypeFields />
    </FormDialog>
  );
}

const lastPart = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** The catalogue by category: a tick for each event. */
function TypeFields() {
  const { t, i18n } = useTranslation('integrations');
  const { register, formState } = useFormContext();
  const query = api.useWebhookCatalogueQuery();
  const { data } = query;
  const [of, chosen, format] = useWatch({ name: ['de', 'tipos', 'formato'] }) as [string, readonly string[], WebhookRecord['formato']];
  const wrong = (get(formState.errors, 'tipos') as { message?: string } | undefined)?.message;
  if (of === 'todo') return null;
  if (!data) return <QueryState of={query} failed={t('hooks.catalogueFailed')} inline rows={6} />;
  const offered = format === 'xapi' ? data.filter(({ xapi }) => xapi !== null) : data;
  const groups = Map.groupBy(offered, ({ categoria }: OutgoingRecord) => categoria[i18n.language === 'en' ? 'en' : 'es']);
  return (
    <fieldset className="keys-may hook-types" aria-label={t('hooks.which')} aria-invalid={wrong ? true : undefined}>
      <Failure>{wrong}</Failure>
      {[...groups].map(([name, events]) => {
        const ticked = events.filter(({ tipo }) => chosen.includes(tipo)).length;
        return (
          <details key={name} open={ticked > 0 || undefined}>
            <summary>{t('hooks.of', { name, chosen: ticked, all: events.length })}</summary>
            <div>
              {events.map(({ tipo, resumen, xapi }) => (
                <label key={tipo} className="checkbox">
                  <input type="checkbox" value={tipo} {...register('tipos')} />
                  <span>
                    <span lang="es">{resumen}</span> <span className="mono">{tipo}</span>
                    {format === 'xapi' && xapi ? <span className="mono">{xapi.verbos.map(lastPart).join(' · ')}</span> : null}
                  </span>
                </label>
              ))}
            </div>
          </details>
        );
      })}
    </fieldset>
  );
}
