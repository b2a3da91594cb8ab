import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AreaField } from '../../ui/form-fields.tsx';
import { Rendered } from './rendered.tsx';

/** A long text of a course, written as the Markdown that learners read; beside it what they will see. */
export function BodyField({ name, label, maxLength, hint }: { name: string; label: string; maxLength: number; hint?: React.ReactNode }) {
  const { t } = useTranslation('authoring');
  const [preview, setPreview] = useState(false);
  const { control } = useFormContext();
  const text = useWatch({ control, name }) as string;
  return (
    <div className="body-field">
      <AreaField
        name={name}
        label={label}
        rows={10}
        maxLength={maxLength}
        hint={hint}
        spellCheck
        lang="es"
        aside={
          <button type="button" className="link" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {t(preview ? 'body.hide' : 'body.preview')}
          </button>
        }
      />
      {preview ? (
        <section className="body-preview" aria-label={t('body.seen')}>
          {text.trim() ? <Rendered>{text}</Rendered> : <p className="muted">{t('body.nothing')}</p>}
        </section>
      ) : null}
    </div>
  );
}
