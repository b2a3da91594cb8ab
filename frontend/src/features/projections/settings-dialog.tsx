import '../../i18n/confirm.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { operationBounds } from '../../../../backend/api/contract/choices.ts';
import type { OperationSettings } from '../../../../backend/api/contract/projections.ts';
import { api } from '../../api/api.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { Bone } from '../../ui/skeleton.tsx';
import './texts.ts';

/** How read models are watched: limit of a difference, days of replaced generations, alarms. */
export function SettingsButton() {
  const { t } = useTranslation(['projections', 'confirm']);
  const { data, refetch } = api.useOperationSettingsQuery();
  if (!data) return <Bone width="5.5rem" height="var(--control)" />;
  return (
    <DialogButton
      className="btn alt"
      writes
      dialog={(open, onClose) => (open ? <SettingsForm settings={data} onSaved={refetch} onClose={onClose} /> : null)}
    >
      {t('settings.open')}
    </DialogButton>
  );
}

function SettingsForm({ settings, onSaved, onClose }: { settings: OperationSettings; onSaved: () => unknown; onClose: () => void }) {
  const { t } = useTranslation(['projections', 'confirm']);
  const [change] = api.useChangeOperationSettingsMutation();
  const schema = useMemo(() => {
    const number = (name: keyof typeof operationBounds, whole = true) => {
      const [min, max] = operationBounds[name];
      const wrong = t('settings.number', { min, max });
      const may = z.number(wrong).min(min, wrong).max(max, wrong);
      return z
        .string()
        .trim()
        .min(1, wrong)
        .transform(Number)
        .pipe(whole ? may.int(wrong) : may);
    };
    return z.object({
      diferencia: number('diferencia', false),
      diasGuardados: number('diasGuardados'),
      segundosDeRetraso: number('segundosDeRetraso'),
      minutosDeRetraso: number('minutosDeRetraso'),
      motivo: z.string().trim().max(500),
    });
  }, [t]);
  const form = useForm({
    schema,
    initial: () => ({
      diferencia: String(settings.diferencia),
      diasGuardados: String(settings.diasGuardados),
      segundosDeRetraso: String(settings.segundosDeRetraso),
      minutosDeRetraso: String(settings.minutosDeRetraso),
      motivo: '',
    }),
  });
  const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <FormDialog
      form={form}
      title={t('settings.title')}
      send={t('settings.send')}
      sending={t('settings.sending')}
      of="ajustes-de-operacion"
      onClose={onClose}
      onSend={async (body) => {
        await change(body).unwrap();
        onSaved();
        notify.success(t('settings.done'));
        onClose();
      }}
    >
      <TextField name="diferencia" label={t('settings.difference')} hint={t('settings.differenceHint')} {...numeric} inputMode="decimal" />
      <TextField name="diasGuardados" label={t('settings.keep')} hint={t('settings.keepHint')} {...numeric} />
      <TextField name="segundosDeRetraso" label={t('settings.lagSeconds')} {...numeric} />
      <TextField name="minutosDeRetraso" label={t('settings.lagMinutes')} hint={t('settings.lagHint')} {...numeric} />
      <TextField name="motivo" label={t('confirm:reason.label')} hint={t('confirm:reason.hint')} optional maxLength={500} />
    </FormDialog>
  );
}
