import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { taxRegimes, taxUses } from '../../../../backend/api/contract/choices.ts';
import type { BillingRecord } from '../../../../backend/api/contract/receipts.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Regime = keyof typeof taxRegimes;
type Use = keyof typeof taxUses;
const regimes = Object.keys(taxRegimes) as Regime[];
const uses = Object.keys(taxUses) as Use[];

export function BillingDialog({ userId, now, onClose }: { userId: number; now: BillingRecord; onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const [set] = api.useSetBillingDetailsMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        rfc: z.string().trim(),
        nombre: z.string().trim(),
        regimen: z.enum(['', ...regimes]),
        uso: z.enum(['', ...uses]),
        codigo_postal: z.string().trim(),
      }),
    [],
  );
  const form = useForm({
    schema,
    initial: () => ({
      rfc: now.rfc ?? '',
      nombre: now.nombre ?? '',
      regimen: regimes.find((one) => one === now.regimen) ?? ('' as const),
      uso: uses.find((one) => one === now.uso) ?? ('' as const),
      codigo_postal: now.codigo_postal ?? '',
    }),
  });
  return (
    <FormDialog
      form={form}
      of="facturacion"
      title={t('billing.title')}
      send={t('billing.save')}
      sending={t('billing.saving')}
      onClose={onClose}
      onSend={(body) => save(() => set({ userId, body }).unwrap(), { done: t('billing.saved'), after: onClose })}
    >
      <p className="muted">{t('billing.lead')}</p>
      <TextField
        name="rfc"
        label={t('billing.rfc')}
        hint={t('billing.rfcHint')}
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField name="nombre" label={t('billing.name')} hint={t('billing.nameHint')} maxLength={254} autoComplete="organization" />
      <ChoiceField name="regimen" label={t('billing.regime')}>
        <option value="">{t('billing.choose')}</option>
        {regimes.map((key) => (
          <option key={key} value={key} lang="es">
            {key} {taxRegimes[key]}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField name="uso" label={t('billing.use')}>
        <option value="">{t('billing.choose')}</option>
        {uses.map((key) => (
          <option key={key} value={key} lang="es">
            {key} {taxUses[key]}
          </option>
        ))}
      </ChoiceField>
      <TextField name="codigo_postal" label={t('billing.postalCode')} maxLength={10} inputMode="numeric" autoComplete="postal-code" />
    </FormDialog>
  );
}
