import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './field.css';

export interface FrameProps {
  label: string;
  error?: string | undefined;
  /** Under the field, always shown. */
  hint?: React.ReactNode;
  /** Not required: shown in words. */
  optional?: boolean | undefined;
  /** Right of the label. */
  aside?: React.ReactNode;
  /** For a control of several parts, such as a date: they are named by the label's id (`labelOf`) instead of having its `htmlFor`. */
  parts?: boolean;
  className?: string | undefined;
}
/** The id of the label of the control with this id. */
export const labelOf = (id: string): string => `${id}-label`;

/** The attributes that tie a control to its label, hint and error. */
interface ControlProps {
  id: string;
  className: 'entry';
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control, and messages: hint and error are tied to the control by aria-describedby. */
export function FieldFrame({
  label,
  error,
  hint,
  optional,
  aside,
  className,
  parts = false,
  children,
}: FrameProps & { children: (control: ControlProps) => React.ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const Label = parts ? 'span' : 'label';
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <div className="field-head">
        <Label className="field-label" id={labelOf(id)} {...(!parts && { htmlFor: id })}>
          {label} {optional ? <span className="field-optional">{t('optional')}</span> : null}
        </Label>
        {aside}
      </div>
      {children({ id, className: 'entry', 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <div className="field-note" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <p className="field-error" id={`${id}-error`} role={error ? 'alert' : undefined}>
        {error ? (
          <>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <circle cx="8" cy="8" r="7" fill="currentColor" />
              <path d="M8 4.2v4.4M8 11.2v.4" stroke="var(--sheet)" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
            {error}
          </>
        ) : null}
      </p>
    </div>
  );
}

/** What went wrong with what was just tried, announced; nothing where nothing did. What is wrong in a field is the field's own `error`. */
export function Failure({ children }: { children: React.ReactNode }) {
  return children ? (
    <p className="field-error" role="alert">
      {children}
    </p>
  ) : null;
}

export interface FieldProps extends FrameProps, Omit<React.ComponentProps<'input'>, 'id' | 'size' | 'className' | 'children'> {
  /** Inside the box, at its end. */
  end?: React.ReactNode;
}

/** A labelled input. Inside a `Form` use `TextField`, which gets its value and its error by its name. */
export function Field({ label, error, hint, optional, aside, end, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} optional={optional} aside={aside} className={className}>
      {(control) => (
        <div className="entry-box" data-end={end ? '' : undefined}>
          <input {...input} {...control} />
          {end}
        </div>
      )}
    </FieldFrame>
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
        <button type="button" className="entry-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
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
