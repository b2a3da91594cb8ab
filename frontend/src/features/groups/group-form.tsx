import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DEFAULT_GROUP_SEATS, MOST_GROUP_SEATS } from '../../../../backend/api/contract/choices.ts';
import type { ManagedGroup } from '../../../../backend/api/contract/groups.ts';
import { api } from '../../api/api.ts';
import { useSchool } from '../../lib/school.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { command } from '../../live/live.ts';
import { DayField, TimeOfDayField } from '../../ui/choice-fields.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';

const SEATS = { least: 1, most: MOST_GROUP_SEATS };

/** Plans a group of a course, or (`group`) changes one. */
export function GroupForm({ courseId, group, onClose }: { courseId: number; group: ManagedGroup | null; onClose: () => void }) {
  const { t } = useTranslation('courseGroups');
  const { zona } = useSchool();
  const [plan] = api.usePlanGroupMutation();
  const [edit] = api.useEditGroupMutation();
  const { save } = useSave();
  const begun = group?.estado === 'en-curso';
  const schema = useMemo(() => {
    const required = z.string().trim().min(1, t('required'));
    return z.object({
      nombre: required,
      fecha: required,
      hora: required.transform((time) => time.slice(0, 5)),
      fin: required,
      cupo: z
        .string()
        .refine((text) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= SEATS.least && Number(text) <= SEATS.most, t('number', SEATS))
        .transform(Number),
    });
  }, [t]);
  const form = useForm({
    schema,
    initial: () => ({
      nombre: group?.nombre ?? '',
      fecha: group?.fecha ?? '',
      hora: group?.hora ?? '09:00',
      fin: group?.fin ?? '',
      cupo: String(group?.cupo ?? DEFAULT_GROUP_SEATS),
    }),
  });
  return (
    <FormDialog
      form={form}
      of={`grupo.${courseId}.${group?.id ?? 'nuevo'}`}
      side="right"
      title={group ? t('editOf', { name: group.nombre }) : t('planTitle')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(body) =>
        group
          ? save(() => edit({ courseId, groupId: group.id, body: command(body, { ifMatch: group.version }) }).unwrap(), {
              done: t('saved'),
              after: onClose,
            })
          : save(() => plan({ courseId, body }).unwrap(), { done: t('created'), after: onClose })
      }
    >
      <TextField name="nombre" label={t('field.name')} maxLength={120} required />
      {begun ? <p role="note">{t('begun')}</p> : null}
      <DayField name="fecha" label={t('field.day')} disabled={begun} />
      <TimeOfDayField
        name="hora"
        label={t('field.time')}
        disabled={begun}
        hint={zona ? t('field.timeHint', { zone: zoneName(zona) }) : undefined}
      />
      <DayField name="fin" label={t('field.end')} />
      <TextField name="cupo" label={t('field.seats')} inputMode="numeric" required />
      {group && group.inscritos > 0 && !begun ? <p className="muted">{t('told', { count: group.inscritos })}</p> : null}
    </FormDialog>
  );
}
