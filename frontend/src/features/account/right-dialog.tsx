import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { rightKinds } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';

export interface RightDialogProps {
  onClose: () => void;
}

/** Asks the school for one of the rights over one's own data. */
export function RightDialog({ onClose }: RightDialogProps) {
  const { t } = useTranslation('account');
  const [exercise] = api.useExerciseRightMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z
        .object({ tipo: z.enum(rightKinds), texto: z.string().trim().max(2_000) })
        .refine(({ tipo, texto }) => tipo === 'acceso' || texto !== '', { path: ['texto'], message: t('rights.missing') }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ tipo: 'acceso' as const as (typeof rightKinds)[number], texto: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('rights.ask')}
      send={t('rights.send')}
      sending={t('rights.sending')}
      onClose={onClose}
      of="cuenta.derechos"
      onSend={async ({ tipo, texto }) => {
        await save(() => exercise({ tipo, ...(texto && { texto }) }).unwrap(), { done: t('rights.done'), after: onClose });
      }}
    >
      <ChoiceField name="tipo" label={t('rights.kind')}>
        {rightKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`rights.options.${kind}`)}
          </option>
        ))}
      </ChoiceField>
      <AreaField name="texto" label={t('rights.label')} hint={t('rights.hint')} maxLength={2_000} rows={5} />
    </FormDialog>
  );
}
