import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import { useCreateCourseMutation, useInstructorsQuery } from '../../api/generated.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notify.ts';

interface Draft {
  nombre: string;
  descripcion: string;
  id_maestro: string;
  tipo: 'Básico' | 'Premium';
}
const blank: Draft = { nombre: '', descripcion: '', id_maestro: '', tipo: 'Básico' };
type Errors = { [K in keyof Draft | 'form']?: string | undefined };

/** The quick start: title and description, who teaches it, its type. What was typed waits when the dialog is closed. */
export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const user = useSessionUser();
  const isInstructor = user.user_role === role.instructor;
  const instructors = useInstructorsQuery(undefined, { skip: !open || isInstructor });
  const [create, { isLoading }] = useCreateCourseMutation();
  const { value: draft, change: keep, forget } = useDraft<Draft>('curso', () => blank);
  const [errors, setErrors] = useState<Errors>({});
  const id = useId();
  const change = (part: Partial<Draft>) => {
    keep({ ...draft, ...part });
    setErrors((before) => ({ ...before, form: undefined, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };
  const submit = async () => {
    const found: Errors = {
      ...(draft.nombre.trim() === '' && { nombre: t('create.titleEmpty') }),
      ...(draft.descripcion.trim() === '' && { descripcion: t('create.descriptionEmpty') }),
      ...(!isInstructor && draft.id_maestro === '' && { id_maestro: t('create.instructorMissing') }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0)
      return document.getElementById(`${id}-form`)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    try {
      const course = await create({
        nombre: draft.nombre.trim(),
        descripcion: draft.descripcion.trim(),
        tipo: draft.tipo,
        id_maestro: isInstructor ? user.id : Number(draft.id_maestro),
      }).unwrap();
      await feed().caughtUp(2_000);
      forget(blank);
      onClose();
      notify.success(t('create.created', { id: course.id }));
    } catch (failure) {
      const { code } = asApiError(failure);
      if (code === 'TITLE_EMPTY') setErrors({ nombre: t('create.titleEmpty') });
      else if (code === 'DESCRIPTION_EMPTY') setErrors({ descripcion: t('create.descriptionEmpty') });
      else if (code === 'INSTRUCTOR_REQUIRED') setErrors({ id_maestro: t('create.instructorMissing') });
      else setErrors({ form: t('create.failed', { detail: errorText(failure) }) });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('create.title')}
      locked={isLoading}
      footer={
        <button type="submit" form={`${id}-form`} className="btn" disabled={isLoading} aria-busy={isLoading}>
          {t(isLoading ? 'create.submitting' : 'create.submit')}
        </button>
      }
    >
      <form
        id={`${id}-form`}
        data-draft="own"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="muted">{t('create.hint')}</p>
        <Field
          label={t('create.name')}
          value={draft.nombre}
          error={errors.nombre}
          maxLength={200}
          required
          onChange={(event) => change({ nombre: event.target.value })}
        />
        <div className="campo">
          <label className="campo-etiqueta" htmlFor={`${id}-descripcion`}>
            {t('create.description')}
          </label>
          <textarea
            id={`${id}-descripcion`}
            className="entrada"
            rows={4}
            maxLength={20_000}
            required
            value={draft.descripcion}
            aria-invalid={errors.descripcion ? true : undefined}
            aria-describedby={errors.descripcion ? `${id}-descripcion-error` : undefined}
            onChange={(event) => change({ descripcion: event.target.value })}
          />
          <p className="campo-error" id={`${id}-descripcion-error`} role={errors.descripcion ? 'alert' : undefined}>
            {errors.descripcion}
          </p>
        </div>
        {isInstructor ? (
          <p>
            <span className="campo-etiqueta">{t('create.instructor')}: </span>
            {t('create.me', { name: user.name })}
          </p>
        ) : (
          <div className="campo">
            <label className="campo-etiqueta" htmlFor={`${id}-maestro`}>
              {t('create.instructor')}
            </label>
            <select
              id={`${id}-maestro`}
              className="entrada"
              required
              value={draft.id_maestro}
              aria-invalid={errors.id_maestro ? true : undefined}
              aria-describedby={errors.id_maestro ? `${id}-maestro-error` : undefined}
              onChange={(event) => change({ id_maestro: event.target.value })}
            >
              <option value="">{t('create.choose')}</option>
              {instructors.data?.data.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.fullName || person.email}
                </option>
              ))}
            </select>
            <p className="campo-error" id={`${id}-maestro-error`} role={errors.id_maestro || instructors.error ? 'alert' : undefined}>
              {errors.id_maestro ?? (instructors.error ? t('create.instructorsError') : null)}
            </p>
          </div>
        )}
        <fieldset className="opciones">
          <legend className="campo-etiqueta">{t('create.type')}</legend>
          {(['Básico', 'Premium'] as const).map((tipo) => (
            <label key={tipo} className="row">
              <input type="radio" name={`${id}-tipo`} checked={draft.tipo === tipo} onChange={() => change({ tipo })} />
              {common(`course.tier.${tipo}`)}
            </label>
          ))}
        </fieldset>
        {errors.form ? (
          <p className="campo-error" role="alert">
            {errors.form}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
