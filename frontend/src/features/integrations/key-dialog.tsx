import { useMemo } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { KEY_RATE, MOST_OF_KEY_NAME } from '../../../../backend/api/contract/choices.ts';
import type { ApiKeyRecord } from '../../../../backend/api/contract/integrations.ts';
import { allKeyScopes, keyScopes } from '../../../../backend/api/contract/policy.ts';
import { api } from '../../api/api.ts';
import { dayIn } from '../../lib/dates.ts';
import { useSchool } from '../../lib/school.ts';
import { DayField } from '../../ui/choice-fields.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { scopeText } from './scope-text.ts';
import './texts.ts';

/** A key is made for this long unless somebody chooses otherwise. */
const USUAL_MS = 90 * 24 * 3_600_000;
const groups = Object.entries(keyScopes) as [keyof typeof keyScopes, (typeof keyScopes)[keyof typeof keyScopes]][];

/** Makes a key (null), or changes one. */
export function KeyDialog({
  apiKey,
  onShow,
  onClose,
}: {
  apiKey: ApiKeyRecord | null;
  onShow: (key: string, assistant: boolean) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('integrations');
  const { zona } = useSchool();
  const [make] = api.useMakeApiKeyMutation();
  const [change] = api.useChangeApiKeyMutation();
  const { save } = useSave();
  const { least, usual, most } = KEY_RATE;
  const schema = useMemo(
    () =>
      z.object({
        nombre: z.string().trim().min(1, t('nameMissing')),
        permisos: z.array(z.enum(allKeyScopes)).min(1, t('keys.mayMissing')),
        vence: z.string().transform((day) => day || null),
        por_segundo: z
          .string()
          .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, t('keys.rateWrong', { least, most }))
          .transform(Number),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () =>
      apiKey
        ? { ...apiKey, vence: apiKey.vence ?? '', por_segundo: String(apiKey.por_segundo) }
        : { nombre: '', permisos: [], vence: dayIn(zona, Date.now() + USUAL_MS), por_segundo: String(usual) },
  });
  return (
    <FormDialog
      form={form}
      of={`clave.${apiKey?.id ?? 'nueva'}`}
      side="right"
      title={apiKey ? t('keys.editTitle', { name: apiKey.nombre }) : t('keys.makeTitle')}
      send={apiKey ? t('save') : t('keys.make')}
      sending={apiKey ? t('saving') : t('keys.making')}
      onClose={onClose}
      onSend={(body) =>
        apiKey
          ? save(() => change({ clave: apiKey.id, body }).unwrap(), { done: t('keys.changed'), after: onClose })
          : save(() => make(body).unwrap(), {
              after: ({ clave }) => {
                onClose();
                onShow(clave, body.permisos.includes('analytics.assist'));
              },
            })
      }
    >
      <TextField name="nombre" label={t('name')} hint={t('nameHint')} maxLength={MOST_OF_KEY_NAME} required />
      <ScopeFields />
      <DayField name="vence" label={t('keys.until')} optional hint={t('keys.untilHint')} min={dayIn(zona)} />
      <TextField name="por_segundo" label={t('keys.rate')} hint={t('keys.rateHint', { least, most })} inputMode="numeric" required />
    </FormDialog>
  );
}

function ScopeFields() {
  const { t } = useTranslation('integrations');
  const { register, formState } = useFormContext();
  const wrong = (get(formState.errors, 'permisos') as { message?: string } | undefined)?.message;
  return (
    <fieldset className="keys-may" aria-invalid={wrong ? true : undefined} aria-describedby={wrong ? 'permisos-mal' : undefined}>
      <legend className="field-label">{t('keys.may')}</legend>
      {wrong ? (
        <p id="permisos-mal" className="field-error">
          {wrong}
        </p>
      ) : null}
      {groups.map(([group, scopes]) => (
        <fieldset key={group} className="keys-group">
          <legend>{t(`group.${group}`)}</legend>
          {scopes.map((scope) => (
            <label key={scope} className="checkbox">
              <input type="checkbox" value={scope} {...register('permisos')} />
              <span>{t(`scope.${scopeText(scope)}`)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}
