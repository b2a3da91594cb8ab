import { useId, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/http.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField } from '../../ui/form-fields.tsx';

interface Props {
  courseId: number;
  before: { estrellas: number; texto: string } | null;
  /** The name as it will be shown; null: without it. */
  signature: string | null;
  /** Whether the picture will be shown. */
  portrait: boolean;
  /** `hidden`: a moderator hid it, and only a moderator can show it again. */
  onDone: (position: string | null, hidden: boolean) => void;
  onCancel?: () => void;
}

/** Stars and a text. */
export function ReviewForm({ courseId, before, signature, portrait, onDone, onCancel }: Props) {
  const { t } = useTranslation(['reviews', 'common']);
  const schema = useMemo(
    () => z.object({ estrellas: z.coerce.number<string>().min(1, t('reviews:own.starsMissing')), texto: z.string() }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ estrellas: before ? String(before.estrellas) : '', texto: before?.texto ?? '' }) });
  const busy = form.formState.isSubmitting;
  return (
    <Form
      form={form}
      of={`resena.${courseId}`}
      onSend={async (body) => {
        const { data, position } = await call(calls.writeReview, { courseId, body });
        onDone(position, data.oculta);
      }}
    >
      <StarsField />
      <AreaField
        name="texto"
        label={t('reviews:own.text')}
        rows={5}
        maxLength={2000}
        hint={
          <>
            {t('reviews:own.textHint')} {signature ? t('reviews:own.signature', { name: signature }) : t('reviews:own.signatureNone')}
            {portrait ? ` ${t('reviews:own.portrait')}` : null}
          </>
        }
      />
      <div className="row">
        <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
          {busy ? t('reviews:own.saving') : t(before ? 'reviews:own.save' : 'reviews:own.publish')}
        </button>
        {onCancel ? (
          <button type="button" className="btn alt" onClick={onCancel} disabled={busy}>
            {t('common:action.cancel')}
          </button>
        ) : null}
      </div>
    </Form>
  );
}

/** Stars as one radio group. */
function StarsField() {
  const { t } = useTranslation('reviews');
  const id = useId();
  const { register, formState } = useFormContext<{ estrellas: string }>();
  const stars = Number(useWatch<{ estrellas: string }>({ name: 'estrellas' }) ?? 0);
  const error = formState.errors.estrellas?.message;
  return (
    <fieldset className="stars-field" aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined}>
      <legend className="field-label">{t('own.stars')}</legend>
      <div className="stars-chooses">
        {[5, 4, 3, 2, 1].map((value) => (
          <label key={value} data-full={value <= stars ? '' : undefined}>
            <input type="radio" value={value} {...register('estrellas')} />
            <span className="sr">{t('starsOf', { count: value })}</span>
            <svg viewBox="0 0 16 16" width="32" height="32" aria-hidden="true">
              <path d="m8 1.2 2 4.4 4.8.6-3.5 3.3.9 4.8L8 11.9l-4.2 2.4.9-4.8L1.2 6.2 6 5.6Z" />
            </svg>
          </label>
        ))}
      </div>
      <p className="field-error" id={id} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </fieldset>
  );
}
