import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { OVERLAPS } from '../../../../backend/api/contract/choices.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { RadioField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

interface Props {
  name: string;
  text: string;
  /** Replaces the secret, and returns the new one. */
  rotate: (body: { horas: number }) => Promise<string>;
  onShow: (secret: string) => void;
  onClose: () => void;
}

/** Replaces the secret of a key or a webhook; the previous one stays valid for some hours. */
export function RotateDialog({ name, text, rotate, onShow, onClose }: Props) {
  const { t } = useTranslation('integrations');
  const { save } = useSave();
  const schema = useMemo(() => z.object({ horas: z.string().transform(Number) }), []);
  const form = useForm({ schema, initial: () => ({ horas: '24' }) });
  return (
    <FormDialog
      form={form}
      of={`secreto.${name}`}
      title={t('rotate.title', { name })}
      send={t('rotate.do')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(body) =>
        save(() => rotate(body), {
          after: (secret) => {
            onClose();
            onShow(secret);
          },
        })
      }
    >
      <p>{text}</p>
      <RadioField
        name="horas"
        label={t('rotate.overlap')}
        choices={OVERLAPS.map((hours) => ({ value: String(hours), label: t(`rotate.hours.${hours}`) }))}
      />
    </FormDialog>
  );
}
