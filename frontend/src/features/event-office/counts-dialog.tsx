import './texts.ts';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ManagedWebinar } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { command } from '../../live/live.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField } from '../../ui/form-fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';

/** Chooses the class of a course that attending the event completes. */
export function CountsDialog({ event, onClose }: { event: ManagedWebinar; onClose: () => void }) {
  const { t } = useTranslation('eventOffice');
  const [count] = api.useCountAttendanceMutation();
  const { save } = useSave();
  const { cuenta } = event;
  const schema = useMemo(
    () =>
      z
        .object({ curso: z.string(), clase: z.string() })
        .refine(({ curso, clase }) => curso === '' || clase !== '', { path: ['clase'], message: t('counts.choose') }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({ curso: cuenta ? String(cuenta.id_curso) : '', clase: cuenta ? String(cuenta.id_clase) : '' }),
  });
  const courses = api.useManagedCoursesQuery({ limit: 100, orden: 'course' });
  const [chosen] = useWatch({ control: form.control, name: ['curso'] });
  const outline = api.useGetOutlineQuery(Number(chosen), { skip: chosen === '' });
  const known = courses.data?.cursos ?? [];
  const classes = outline.currentData?.modulos ?? [];
  const failure = [courses, outline].find(({ error, data }) => error && !data);
  return (
    <FormDialog
      form={form}
      of={`clase.${event.id}`}
      title={t('counts.title')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={({ curso, clase }) => {
        const body = { id_curso: curso === '' ? null : Number(curso), id_clase: curso === '' ? null : Number(clase) };
        return save(() => count({ webinarId: event.id, body: command(body, { ifMatch: event.version }) }).unwrap(), {
          done: t('saved'),
          after: onClose,
        });
      }}
    >
      <p>{t('counts.lead', { name: event.titulo })}</p>
      {failure ? <QueryState of={failure} failed={t('counts.failed')} inline /> : null}
      <ChoiceField name="curso" label={t('counts.course')} key={`of ${known.length}`}>
        <option value="">{t('counts.none')}</option>
        {cuenta && !known.some(({ id }) => id === cuenta.id_curso) ? <option value={cuenta.id_curso}>{cuenta.curso}</option> : null}
        {known.map(({ id, nombre }) => (
          <option key={id} value={id}>
            {nombre}
          </option>
        ))}
      </ChoiceField>
      {chosen === '' ? null : (
        <ChoiceField name="clase" label={t('counts.class')} key={`${chosen} ${classes.length}`}>
          <option value="">{t('counts.choose')}</option>
          {classes.map((module) => (
            <optgroup key={module.id_modulo} label={module.nombre}>
              {module.sesiones.map(({ id_sesion, titulo }) => (
                <option key={id_sesion} value={id_sesion}>
                  {titulo}
                </option>
              ))}
            </optgroup>
          ))}
        </ChoiceField>
      )}
      {cuenta ? <p className="muted">{t('counts.kept')}</p> : null}
    </FormDialog>
  );
}
