import '../../i18n/confirm.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { GroupMember, ManagedGroup } from '../../../../backend/api/contract/groups.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';

interface Props {
  courseId: number;
  from: ManagedGroup;
  person: GroupMember;
  /** Where they can go. */
  groups: readonly ManagedGroup[];
  onClose: () => void;
}

/** Moves a person to another group of the course, for a reason; they are told. */
export function MoveForm({ courseId, from, person, groups, onClose }: Props) {
  const { t } = useTranslation(['courseGroups', 'confirm']);
  const [move] = api.useMoveGroupMemberMutation();
  const { save } = useSave();
  const schema = useMemo(
    () => z.object({ grupo: z.string().min(1, t('moveTo')).transform(Number), motivo: z.string().trim().min(1, t('required')) }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ grupo: '', motivo: '' }) });
  return (
    <FormDialog
      form={form}
      of={`grupo.${courseId}.${from.id}.${person.id_usuario}`}
      title={t('moveOf', { person: person.nombre ?? t('erased') })}
      send={t('move')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(body) =>
        save(() => move({ courseId, groupId: from.id, userId: person.id_usuario, body }).unwrap(), { done: t('moved'), after: onClose })
      }
    >
      <p className="muted">{t('moveText')}</p>
      <ChoiceField name="grupo" label={t('moveField')} required>
        <option value="">{t('moveTo')}</option>
        {groups.map(({ id, nombre, fecha, libres }) => (
          <option key={id} value={id} disabled={libres === 0}>
            {nombre} · {formatDay(fecha, 'year')} · {t('free', { count: libres })}
          </option>
        ))}
      </ChoiceField>
      <TextField name="motivo" label={t('confirm:reason.label')} hint={t('confirm:reason.hint')} maxLength={500} required />
    </FormDialog>
  );
}
