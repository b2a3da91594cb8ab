import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import { api } from '../../api/api.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, RadioField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import { CoverInput } from './cover-input.tsx';

/** The most modules at creation; more are added in the editor (C-65). */
const MOST_MODULES = 20;
const emptyModule = { nombre: '', descripcion: '' };

/**
 * Title, description and instructor suffice; everything else can be set here or later in the editor. Typed text is kept when the dialog is
 * closed. The school allots the number.
 */
export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const user = useSessionUser();
  const isInstructor = user.user_role === role.instructor;
  const instructors = api.useInstructorsQuery(undefined, { skip: !open || isInstructor });
  const [create] = api.useCreateCourseMutation();
  const [addModule] = api.useCreateModuleMutation();
  const { save } = useSave();
  const navigate = useNavigate();
  const schema = useMemo(
    () =>
      z.object({
        nombre: z.string().trim().min(1, t('create.titleEmpty')),
        descripcion: z.string().trim().min(1, t('create.descriptionEmpty')),
        id_maestro: z.string().min(1, t('create.instructorMissing')),
        tipo: z.enum(['Básico', 'Premium']),
        level: z.enum(['no-code', 'code']),
        img_curso: z.string(),
        descripcion_imagen: z.string(),
        precio: z
          .string()
          .trim()
          .refine((value) => value === '' || amountOf(value) !== null, t('create.priceWrong')),
        stripe_price_id: z.string().trim(),
        // The typed count is not valid: nothing is created with fewer modules than were asked for.
        cuantos: z.string().refine((typed) => typed === '', t('create.moduleCountWrong', { most: MOST_MODULES })),
        modulos: z.array(z.object({ nombre: z.string().trim(), descripcion: z.string().trim() })).max(MOST_MODULES),
      }),
    [t],
  );
  const form = useForm({
    schema,
    draft: 'curso-nuevo',
    initial: () => ({
      nombre: '',
      descripcion: '',
      id_maestro: isInstructor ? String(user.id) : '',
      tipo: 'Básico' as const,
      level: 'no-code' as const,
      img_curso: '',
      descripcion_imagen: '',
      precio: '',
      stripe_price_id: '',
      cuantos: '',
      modulos: [] as (typeof emptyModule)[],
    }),
  });
  const [image, imageWords] = useWatch({ control: form.control, name: ['img_curso', 'descripcion_imagen'] });
  const [modules, count] = useWatch({ control: form.control, name: ['modulos', 'cuantos'] });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('create.title')}
      send={t('create.submit')}
      sending={t('create.submitting')}
      failureText={(failure) => t('create.failed', { detail: errorText(failure) })}
      onSend={({ modulos, cuantos: _, precio, img_curso, descripcion_imagen, stripe_price_id, ...course }) =>
        save(
          async () => {
            const made = await create({
              ...course,
              id_maestro: Number(course.id_maestro),
              ...(precio && { precio: amountOf(precio) }),
              ...(img_curso && { img_curso, descripcion_imagen }),
              ...(stripe_price_id && { stripe_price_id }),
            }).unwrap();
            // Created one after the other; the course exists even if one of them fails.
            const lost: string[] = [];
            for (const [at, { nombre, descripcion }] of modulos.entries()) {
              const named = nombre || (at === 0 ? t('create.newModule') : `${t('create.newModule')} ${at + 1}`);
              try {
                await addModule({ id_curso: made.id, nombre: named, descripcion }).unwrap();
              } catch (failure) {
                lost.push(`${named}: ${errorText(failure)}`);
              }
            }
            return { id: made.id, lost };
          },
          {
            done: ({ id }) => t('create.created', { id }),
            offer: ({ id }) => ({
              duration: 8_000,
              action: { label: t('courses.madeOpen'), onClick: () => void navigate(officePaths.editCourse(id, user.user_role)) },
            }),
            after: ({ lost }) => {
              form.discard();
              onClose();
              if (lost.length > 0) notify.error(t('create.modulesFailed', { detail: lost.join(' · ') }));
            },
          },
        )
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
            <p className="field-error row" role="alert">
              {t('create.instructorsError', { message: errorText(instructors.error) })}
              <button type="button" className="link" disabled={instructors.isFetching} onClick={() => void instructors.refetch()}>
                {common('action.retry')}
              </button>
            </p>
          ) : null}
        </>
      )}
      <RadioField
        name="tipo"
        label={t('create.type')}
        choices={(['Básico', 'Premium'] as const).map((value) => ({ value, label: common(`course.tier.${value}`) }))}
      />
      <details className="create-more">
        <summary>{t('create.more')}</summary>
        <div className="stack">
          <RadioField
            name="level"
            label={t('create.level')}
            choices={(['no-code', 'code'] as const).map((value) => ({ value, label: common(`track.${value}`) }))}
          />
          <CoverInput
            address={image}
            words={imageWords}
            onChange={(address, words) => {
              form.setValue('img_curso', address, { shouldDirty: true });
              form.setValue('descripcion_imagen', words, { shouldDirty: true });
            }}
          />
          <TextField name="precio" label={t('create.price')} hint={t('create.priceHint')} inputMode="decimal" maxLength={12} />
          <TextField name="stripe_price_id" label={t('create.providerPrice')} hint={t('create.providerPriceHint')} maxLength={200} />
          <Modules
            modules={modules}
            typed={count === '' ? null : count}
            wrong={form.formState.errors.cuantos?.message}
            onTyped={(typed) => {
              form.setValue('cuantos', typed ?? '', { shouldDirty: true });
              form.clearErrors('cuantos');
            }}
            onWrong={() => void form.trigger('cuantos')}
            onChange={(modules) => form.setValue('modulos', modules, { shouldDirty: true })}
          />
        </div>
      </details>
    </FormDialog>
  );
}

interface ModulesProps {
  modules: readonly (typeof emptyModule)[];
  /** The count as it is typed, until it is applied; null: it equals the number of modules. */
  typed: string | null;
  wrong: string | undefined;
  onTyped: (typed: string | null) => void;
  onWrong: () => void;
  onChange: (modules: (typeof emptyModule)[]) => void;
}
/** The number of modules and their names: a larger number keeps the names, a smaller one asks before it drops typed ones. */
function Modules({ modules, typed, wrong, onTyped, onWrong, onChange }: ModulesProps) {
  const { t } = useTranslation('admin');
  const [dropping, setDropping] = useState<number | null>(null);
  /** The modules beyond the new count that have typed text. */
  const typedAfter = (count: number): string[] =>
    modules.flatMap(({ nombre, descripcion }, at) => {
      if (at < count || !(nombre.trim() || descripcion.trim())) return [];
      return [nombre.trim() || t('create.module', { number: String(at + 1).padStart(2, '0') })];
    });
  const take = (count: number) => {
    onChange(Array.from({ length: count }, (_, at) => modules[at] ?? { ...emptyModule }));
    onTyped(null);
  };
  const settle = () => {
    if (typed === null) return;
    const count = Number(typed.trim() || 0);
    if (!Number.isInteger(count) || count < 0 || count > MOST_MODULES) return onWrong();
    if (typedAfter(count).length > 0) return setDropping(count);
    take(count);
  };
  return (
    <>
      <Field
        label={t('create.moduleCount')}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST_MODULES}
        value={typed ?? String(modules.length)}
        error={wrong}
        hint={t('create.moduleCountHint', { most: MOST_MODULES })}
        onChange={({ target }) => onTyped(target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          // The first Enter applies the count, the next one sends the form.
          if (event.key !== 'Enter' || typed === null) return;
          event.preventDefault();
          settle();
        }}
      />
      {modules.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a module is its place here
        <fieldset key={at} className="create-module">
          <legend className="field-label">{t('create.module', { number: String(at + 1).padStart(2, '0') })}</legend>
          <TextField name={`modulos.${at}.nombre`} label={t('create.name')} placeholder={t('create.newModule')} maxLength={200} />
          <AreaField name={`modulos.${at}.descripcion`} label={t('create.description')} rows={2} maxLength={20_000} />
        </fieldset>
      ))}
      <Confirm
        open={dropping !== null}
        onClose={() => {
          setDropping(null);
          onTyped(null);
        }}
        danger
        title={t('create.dropTitle')}
        confirmLabel={t('create.drop')}
        onConfirm={() => take(dropping ?? modules.length)}
      >
        <p>{t('create.dropText', { names: typedAfter(dropping ?? modules.length).join(', ') })}</p>
      </Confirm>
    </>
  );
}
