import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './field.css';

interface FieldProps extends Omit<React.ComponentProps<'input'>, 'id' | 'size'> {
  label: string;
  error?: string | undefined;
  /** Under the field, always there. */
  hint?: React.ReactNode;
  /** Not required: said in words. */
  optional?: string | undefined;
  /** Right of the label. */
  aside?: React.ReactNode;
  /** Inside the box, at its end. */
  end?: React.ReactNode;
}

/** A labelled input whose hint and error are tied to it by aria-describedby. Spread `register(name)` of react-hook-form into it. */
export function Field({ label, error, hint, optional, aside, end, className, ...input }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={className ? `campo ${className}` : 'campo'}>
      <div className="campo-cabeza">
        <label className="campo-etiqueta" htmlFor={id}>
          {label}
          {optional ? <span className="campo-opcional"> {optional}</span> : null}
        </label>
        {aside}
      </div>
      <div className="entrada-caja" data-end={end ? '' : undefined}>
        <input {...input} id={id} className="entrada" aria-invalid={error ? true : undefined} aria-describedby={described || undefined} />
        {end}
      </div>
      {hint ? (
        <div className="campo-nota" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <p className="campo-error" id={`${id}-error`} role={error ? 'alert' : undefined}>
        {error ? (
          <>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <circle cx="8" cy="8" r="7" fill="currentColor" />
              <path d="M8 4.2v4.4M8 11.2v.4" stroke="var(--hoja)" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
            {error}
          </>
        ) : null}
      </p>
    </div>
  );
}

/** A password that can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button type="button" className="entrada-boton" aria-pressed={shown} onClick={() => setShown(!shown)}>
          <span className="sr">{t('action.showPassword', { label: props.label })}</span>
          <svg
            viewBox="0 0 24 24"
            width="22"
            height="22"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {shown ? <path d="m4 20 16-16" /> : null}
          </svg>
        </button>
      }
    />
  );
}
