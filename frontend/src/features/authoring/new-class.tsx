import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { type EditedModule, freeName, useEditor } from './editor-context.ts';
import { focusSoon } from './focus.ts';
import { fieldKey } from './unsaved.ts';
import { useWrite } from './use-write.ts';

/** The form of a new class; `onClose` says whether it was cancelled. It stays open until it is saved or cancelled; typed text is kept in this tab. */
export function NewClass({ module, onClose }: { module: EditedModule; onClose: (given: boolean) => void }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { courseId, go } = useEditor();
  const { save, busy } = useSave();
  const create = useWrite('createClass');
  const schema = useMemo(
    () => z.object({ titulo: z.string().trim().min(1, t('empty.title')), descripcion: z.string(), link_video: z.string().trim() }),
    [t],
  );
  const form = useForm({
    schema,
    draft: fieldKey(courseId, `nueva-clase.${module.id_modulo}`),
    initial: () => ({
      titulo: freeName(
        t('class.new'),
        module.sesiones.map(({ titulo }) => titulo),
      ),
      descripcion: '',
      link_video: '',
    }),
  });
  const close = (given: boolean) => {
    form.discard();
    onClose(given);
  };
  return (
    <section className="new-class stack" aria-label={t('class.newTitle')}>
      <h3>{t('class.newTitle')}</h3>
      <Form
        form={form}
        onCancel={() => close(true)}
        failureText={(failure) => `${t('class.createFailed')}. ${errorText(failure)}`}
        onSend={({ titulo, descripcion, link_video }) =>
          save(() => create({ titulo, descripcion, link_video: link_video || null, id_modulo: module.id_modulo }).unwrap(), {
            done: t('class.created'),
            after: ({ id_sesion }) => {
              close(false);
              focusSoon(`clase-${id_sesion}-abrir`);
              go({ moduleId: module.id_modulo, classId: id_sesion }, true);
            },
          })
        }
      >
        <TextField name="titulo" label={t('class.name')} maxLength={200} lang="es" required onFocus={({ target }) => target.select()} />
        <AreaField name="descripcion" label={t('class.description')} rows={2} maxLength={20_000} lang="es" />
        <TextField name="link_video" label={t('video.label')} maxLength={2_000} inputMode="url" hint={t('video.hint')} />
        <div className="row">
          <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
            {t(busy ? 'field.saving' : 'class.create')}
          </button>
          <button type="button" className="btn alt" disabled={busy} onClick={() => close(true)}>
            {t('field.cancel')}
          </button>
        </div>
      </Form>
    </section>
  );
}
