import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { WebhookRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import { dayIn } from '../../lib/dates.ts';
import { useSchool } from '../../lib/school.ts';
import { DayField } from '../../ui/choice-fields.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Sends again what happened since a day. */
export function ReplayDialog({ hook, onClose }: { hook: WebhookRecord; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const today = dayIn(useSchool().zona);
  const [replay] = api.useReplayWebhookMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ desde: z.string().min(1, t('hooks.replayMissing')) }), [t]);
  const form = useForm({ schema, initial: () => ({ desde: today }) });
  return (
    <FormDialog
      form={form}
      of={`webhook.${hook.id}.repetir`}
      title={t('hooks.replayTitle', { name: hook.nombre })}
      send={t('hooks.replayDo')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(body) => save(() => replay({ webhook: hook.id, body }).unwrap(), { done: t('hooks.replayed'), after: onClose })}
    >
      <p>{t('hooks.replayText')}</p>
      <DayField name="desde" label={t('hooks.replayFrom')} max={today} />
    </FormDialog>
  );
}
