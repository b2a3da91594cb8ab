import { useEffect, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { RadioField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { classOf, type EditedClass, useEditor } from './editor-context.ts';
import { focusSoon } from './focus.ts';
import { kinds, wholeMinutes } from './subtopic-values.ts';
import { fieldKey } from './unsaved.ts';
import { useWrite } from './use-write.ts';
import { VideoPreview } from './video-preview.tsx';

/** `onClose` says whether it was cancelled. */
export function NewSubtopic({ klass, onClose }: { klass: EditedClass; onClose: (given: boolean) => void }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { courseId, latest, go } = useEditor();
  const { save, busy } = useSave();
  const create = useWrite('createSubtopic');
  const schema = useMemo(
    () =>
      z.object({
        tipo: z.enum(kinds),
        titulo: z.string().trim().min(1, t('empty.title')),
        link_video: z.string().trim(),
        duracion: z.string().trim().refine(wholeMinutes, t('subtopic.minutesWrong')),
      }),
    [t],
  );
  const form = useForm({
    schema,
    draft: fieldKey(courseId, `nuevo-subtema.${klass.id_sesion}`),
    initial: (): z.input<typeof schema> => ({ tipo: 'video', titulo: '', link_video: '', duracion: '' }),
  });
  const tipo = useWatch({ control: form.control, name: 'tipo' });
  const link = useWatch({ control: form.control, name: 'link_video' }) ?? '';
  const close = (given: boolean) => {
    form.discard();
    onClose(given);
  };
  // The title gets the focus; the kind comes before it.
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => area.current?.querySelector<HTMLElement>('input[name="titulo"]')?.focus(), []);
  return (
    <div className="new-class stack" ref={area}>
      <h5 className="part-title">{t('subtopic.newTitle')}</h5>
      <Form
        form={form}
        onCancel={() => close(true)}
        failureText={(failure) => t('subtopic.createFailed', { detail: errorText(failure) })}
        onSend={({ titulo, link_video, duracion }) =>
          save(
            () =>
              create({
                id_sesion: klass.id_sesion,
                tipo,
                titulo,
                link_video: tipo === 'evaluacion' ? null : link_video || null,
                duracion: tipo === 'evaluacion' || duracion === '' ? null : Number(duracion),
              }).unwrap(),
            {
              done: t('subtopic.created', { name: titulo }),
              after: ({ data }) => {
                close(false);
                focusSoon(`subtema-${data.id_subtema}-abrir`);
                if (classOf(latest(), klass.id_sesion))
                  go({ moduleId: klass.id_modulo, classId: klass.id_sesion, subtopicId: data.id_subtema }, true);
              },
            },
          )
        }
      >
        <RadioField
          name="tipo"
          label={t('subtopic.kind')}
          choices={kinds.map((value) => ({ value, label: t(`subtopic.kinds.${value}`) }))}
        />
        <TextField name="titulo" label={t('subtopic.name')} maxLength={200} lang="es" required autoComplete="off" />
        {tipo === 'evaluacion' ? null : (
          <>
            <TextField
              name="link_video"
              label={t('video.label')}
              maxLength={2_000}
              inputMode="url"
              hint={t('video.hint')}
              optional={tipo !== 'video'}
              autoComplete="off"
            />
            <VideoPreview
              link={link}
              title={klass.titulo}
              onDuration={(seconds) => {
                // The typed text is validated, not a parsed number: minutes are whole, and at least one.
                if (form.getValues('duracion').trim() === '') form.setValue('duracion', String(Math.max(1, Math.round(seconds / 60))));
              }}
            />
            <TextField
              name="duracion"
              label={t('subtopic.minutes')}
              inputMode="numeric"
              maxLength={5}
              hint={t('subtopic.minutesHint')}
              autoComplete="off"
            />
          </>
        )}
        <div className="row">
          <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
            {t(busy ? 'field.saving' : 'subtopic.create')}
          </button>
          <button type="button" className="btn alt" disabled={busy} onClick={() => close(true)}>
            {t('field.cancel')}
          </button>
        </div>
      </Form>
    </div>
  );
}
