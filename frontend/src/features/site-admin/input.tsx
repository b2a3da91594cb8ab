import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './texts.ts';

interface Props {
  label: string;
  kind?: 'text' | 'area' | 'number' | 'day' | 'time' | 'choice';
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: React.ReactNode;
  optional?: boolean;
  /** Of what is written into it, where that is not the interface's. */
  lang?: 'es' | undefined;
  max?: number | undefined;
  min?: string | undefined;
  choices?: readonly { value: string; label: string }[] | undefined;
  /** For what puts text into it. */
  inputRef?: React.Ref<HTMLTextAreaElement> | undefined;
}

/** One labelled field of the administration's forms; hint and error are tied to it. */
export function Input({ label, kind = 'text', value, onChange, error, hint, optional = false, lang, max, min, choices, inputRef }: Props) {
  const { t } = useTranslation('siteAdmin');
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const common = {
    id,
    lang,
    className: 'entry',
    value,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
    'aria-required': optional ? undefined : (true as const),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {optional ? <span className="field-optional"> {t('optional')}</span> : null}
      </label>
      {kind === 'area' ? (
        <textarea {...common} ref={inputRef} rows={4} maxLength={max} />
      ) : kind === 'choice' ? (
        <select {...common}>
          {choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={kind === 'day' ? 'date' : kind === 'time' ? 'time' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={kind === 'text' ? max : undefined}
          min={min}
        />
      )}
      {hint ? (
        <div className="field-note" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <p className="field-error" id={`${id}-error`} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </div>
  );
}

/** Focus goes to the first field that is wrong. */
export const focusFirstError = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
