import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { OVERLAPS } from '../../../../backend/api/contract/choices.ts';
import type { ApiKeyRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { RadioField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Gives a key another secret. */
export function RotateDialog({ apiKey, onShow, onClose }: { apiKey: ApiKeyRecord; onShow: (key: string) => void; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const [rotate] = api.useRotateApiKeyMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ horas: z.string().transform(Number) }), []);
  const form = useForm({ schema, initial: () => ({ horas: '24' }) });
  return (
    <FormDialog
      form={form}
      of={`clave.${apiKey.id}.secreto`}
      title={t('keys.rotateTitle', { name: apiKey.nombre })}
      send={t('keys.rotateDo')}
      sending={t('keys.saving')}
      onClose={onClose}
      onSend={(body) =>
        save(() => rotate({ clave: apiKey.id, body }).unwrap(), {
          after: ({ clave }) => {
            onClose();
            onShow(clave);
          },
        })
      }
    >
      <p>{t('keys.rotateText')}</p>
      <RadioField
        name="horas"
        label={t('keys.rotateOverlap')}
        choices={OVERLAPS.map((hours) => ({ value: String(hours), label: t(`keys.hours.${hours}`) }))}
      />
    </FormDialog>
  );
}
