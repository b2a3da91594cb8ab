import './texts.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ManagedWebinar } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { command } from '../../live/live.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';

/** Says where the recording is, or takes it away. */
export function RecordingDialog({ event, onClose }: { event: ManagedWebinar; onClose: () => void }) {
  const { t } = useTranslation('eventOffice');
  const [publish] = api.usePublishRecordingMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ enlace: z.string().trim() }), []);
  const form = useForm({ schema, initial: () => ({ enlace: event.grabacion ?? '' }) });
  return (
    <FormDialog
      form={form}
      of={`grabacion.${event.id}`}
      title={t('recordingTitle', { name: event.titulo })}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={({ enlace }) =>
        save(() => publish({ webinarId: event.id, body: command({ enlace: enlace || null }, { ifMatch: event.version }) }).unwrap(), {
          done: t('saved'),
          after: onClose,
        })
      }
    >
      <TextField name="enlace" label={t('recordingField')} hint={t('recordingHint')} type="url" maxLength={2_000} />
    </FormDialog>
  );
}
