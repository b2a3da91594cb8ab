import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api/api.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, RadioField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';

/** The quick start: title and description, who teaches it, its type. What was typed waits when the dialog is closed. */
export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const user = useSessionUser();
  const isInstructor = user.user_role === role.instructor;
  const instructors = api.useInstructorsQuery(undefined, { skip: !open || isInstructor });
  const [create] = api.useCreateCourseMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        nombre: z.string().trim().min(1, t('create.titleEmpty')),
        descripcion: z.string().trim().min(1, t('create.descriptionEmpty')),
        id_maestro: z.string().min(1, t('create.instructorMissing')),
        tipo: z.enum(['Básico', 'Premium']),
      }),
    [t],
  );
  const form = useForm({
    schema,
    draft: 'curso',
    initial: () => ({ nombre: '', descripcion: '', id_maestro: isInstructor ? String(user.id) : '', tipo: 'Básico' as const }),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('create.title')}
      send={t('create.submit')}
      sending={t('create.submitting')}
      tell={(failure) => t('create.failed', { detail: errorText(failure) })}
      onSend={(course) =>
        save(() => create({ ...course, id_maestro: Number(course.id_maestro) }).unwrap(), {
          done: ({ id }) => t('create.created', { id }),
          after: () => {
            form.discard();
            onClose();
          },
        })
      }
    >
      <p className="muted">{t('create.hint')}</p>
      <TextField name="nombre" label={t('create.name')} maxLength={200} required />
      <AreaField name="descripcion" label={t('create.description')} maxLength={20_000} required />
      {isInstructor ? (
        <p>
          <span className="field-label">{t('create.instructor')}: </span>
          {t('create.me', { name: user.name })}
        </p>
      ) : (
        <>
          <ChoiceField name="id_maestro" label={t('create.instructor')} required>
            <option value="">{t('create.choose')}</option>
            {instructors.data?.data.map((person) => (
              <option key={person.id} value={person.id}>
                {person.fullName || person.email}
              </option>
            ))}
          </ChoiceField>
          {instructors.error ? (
            <p className="field-error" role="alert">
              {t('create.instructorsError')}
            </p>
          ) : null}
        </>
      )}
      <RadioField
        name="tipo"
        label={t('create.type')}
        choices={(['Básico', 'Premium'] as const).map((value) => ({ value, label: common(`course.tier.${value}`) }))}
      />
    </FormDialog>
  );
}
