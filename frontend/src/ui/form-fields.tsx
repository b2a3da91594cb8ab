import { get, type RegisterOptions, useFormContext } from 'react-hook-form';
import { Field, FieldFrame, type FieldProps, type FrameProps, PasswordField } from './field.tsx';

/** Fields of a `Form`: each gets its value and its error by its name, which is that in the call's body. */
interface Named {
  name: string;
}
interface Typed extends Named {
  /** A problem besides those that the form finds. */
  error?: string | undefined;
  /** A further action on leaving it, and another field to check with it. */
  rules?: Pick<RegisterOptions, 'onBlur' | 'deps'>;
}
const useNamed = (name: string, rules?: Typed['rules']) => {
  const { register, formState } = useFormContext();
  const said = (get(formState.errors, name) as { message?: unknown } | undefined)?.message;
  return { registered: register(name, rules), error: typeof said === 'string' ? said : undefined };
};

export function TextField({ name, error: also, rules, ...props }: Typed & Omit<FieldProps, 'name' | 'error'>) {
  const { registered, error } = useNamed(name, rules);
  return <Field {...props} error={error ?? also} {...registered} />;
}

/** An e-mail address. */
export function EmailField(props: Omit<React.ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoCapitalize'>) {
  return <TextField autoComplete="email" {...props} type="email" inputMode="email" autoCapitalize="none" />;
}

/** A password or another secret: hidden unless one asks to see it, and never kept as a draft. */
export function SecretField({ name, error: also, rules, ...props }: Typed & Omit<FieldProps, 'name' | 'error' | 'type' | 'end'>) {
  const { registered, error } = useNamed(name, rules);
  return <PasswordField {...props} error={error ?? also} {...registered} />;
}

type Own<Element extends 'textarea' | 'select'> = Named &
  Omit<FrameProps, 'error'> &
  Omit<React.ComponentProps<Element>, 'name' | 'id' | 'size' | 'className' | 'ref'>;

export function AreaField({
  name,
  label,
  hint,
  optional,
  aside,
  className,
  inputRef,
  ...props
}: Own<'textarea'> & { inputRef?: React.RefObject<HTMLTextAreaElement | null> | undefined }) {
  const { registered, error } = useNamed(name);
  return (
    <FieldFrame label={label} hint={hint} optional={optional} aside={aside} className={className} error={error}>
      {(control) => (
        <textarea
          rows={4}
          {...props}
          {...registered}
          {...control}
          ref={(element) => {
            registered.ref(element);
            if (inputRef) inputRef.current = element;
          }}
        />
      )}
    </FieldFrame>
  );
}

/** One of a few; the options are its children. */
export function ChoiceField({ name, label, hint, optional, aside, className, children, ...props }: Own<'select'>) {
  const { registered, error } = useNamed(name);
  return (
    <FieldFrame label={label} hint={hint} optional={optional} aside={aside} className={className} error={error}>
      {(control) => (
        <select {...props} {...registered} {...control}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

export function CheckField({
  name,
  label,
  ...props
}: Named & { label: React.ReactNode } & Omit<React.ComponentProps<'input'>, 'name' | 'type'>) {
  const { registered } = useNamed(name);
  return (
    <label className="checkbox">
      <input type="checkbox" {...props} {...registered} />
      <span>{label}</span>
    </label>
  );
}

/** One of a few, all visible. */
export function RadioField({ name, label, choices }: Named & { label: string; choices: readonly { value: string; label: string }[] }) {
  const { registered } = useNamed(name);
  return (
    <fieldset className="options">
      <legend className="field-label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="row">
          <input type="radio" value={choice.value} {...registered} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
