import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import { z } from 'zod';
import { usePast } from '../lib/past.ts';
import { useDraft } from '../lib/use-draft.ts';
import type { FieldError } from '../live/sending.ts';
import { Dialog } from './dialog.tsx';
import { textOfField, toFailure, useErrorText } from './error-text.ts';
import { Failure } from './field.tsx';
import { focusFirstField } from './first-field.ts';

// The Content-Security-Policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });

export interface FormOptions<In extends FieldValues, Out> {
  /** Its messages are sentences in the reader's language, or are turned into them by `words`. */
  schema: z.ZodType<Out, In>;
  /** The sentence for a message of the schema: for a schema of the contract, whose messages are codes. */
  words?: (wrong: { type: unknown; message?: string | undefined }, value: unknown, name: string) => string | undefined;
  initial: () => In;
  /** Under this name typed text is kept in this tab until it is saved or discarded, also when the form is closed. */
  draft?: string;
}

export type FormState<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out> & {
  keeps: boolean;
  /** The form contains text typed before. */
  restored: boolean;
  /** Discards typed text, and resets the form. */
  discard: () => void;
};

const inWords =
  <In extends FieldValues, Out>(
    resolver: Resolver<In, unknown, Out>,
    words: NonNullable<FormOptions<In, Out>['words']>,
  ): Resolver<In, unknown, Out> =>
  async (values, context, options) => {
    const answer = await resolver(values, context, options);
    /** Errors have the shape of the values: those of nested fields are nested. */
    const say = (errors: object, at: string) => {
      for (const [key, wrong] of Object.entries(errors) as [string, { type?: unknown; message?: unknown } | undefined][]) {
        const name = at + key;
        if (typeof wrong !== 'object') continue;
        if (typeof wrong.type !== 'string') say(wrong, `${name}.`);
        else {
          const message = words({ type: wrong.type, message: String(wrong.message ?? '') }, get(values, name), name);
          if (message !== undefined) Object.assign(wrong, { message });
        }
      }
    };
    say(answer.errors, '');
    return answer;
  };

/** One form: its values, the errors of each (`schema`), and text typed before. Pass it to `Form` or `FormDialog`. */
export function useForm<In extends FieldValues, Out>({ schema, initial, draft, words }: FormOptions<In, Out>): FormState<In, Out> {
  const { value, restored, change, forget } = useDraft<In>(draft ?? null, initial);
  const form = useHookForm<In, unknown, Out>({
    resolver: words ? inWords(zodResolver(schema), words) : zodResolver(schema),
    defaultValues: value as DefaultValues<In>,
    // `Form` focuses the field, once the error is rendered to be read with it.
    shouldFocusError: false,
  });
  const { subscribe, clearErrors, getFieldState } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          change(values);
          if (getFieldState('root' as Path<In>).error) clearErrors('root');
        },
      }),
    [subscribe, change, clearErrors, getFieldState],
  );
  return {
    ...form,
    keeps: draft !== undefined,
    restored,
    discard: () => {
      const fresh = initial();
      form.reset(fresh as DefaultValues<In>);
      forget(fresh);
    },
  };
}

interface FormProps<In extends FieldValues, Out> {
  form: FormState<In, Out>;
  /** Sends it. Its errors are shown under the fields that they name (`errors` of the answer), or over the button. */
  onSend: (values: Out) => Promise<unknown>;
  /** The message for a failure that names no field; by default that of its code. */
  failureText?: ((failure: unknown) => string) | undefined;
  /** This form's own words for the school's message about a field; undefined: the school's own. */
  says?: ((error: FieldError) => string | undefined) | undefined;
  /** For a form that replaces what it changes: its first field gets the focus, and Esc cancels. */
  onCancel?: (() => void) | undefined;
  /** Identifies the form, to restore typed text after the session ended; not needed with a `draft`. */
  of?: string | undefined;
  /** Its accessible name, where no heading names it. */
  label?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: React.ReactNode;
}

/** Shows under a field, which gets the focus, what came of it before the form is sent: of reading what was pasted there, for instance. */
export const sayAtField = <In extends FieldValues>(form: Pick<UseFormReturn<In>, 'setError'>, name: Path<In>, message: string): void =>
  form.setError(name, { message }, { shouldFocus: true });

const focusFirst = (form: HTMLElement | null) => {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // For a group, its first choice that can have the focus.
  (wrong instanceof HTMLFieldSetElement ? wrong.querySelector<HTMLElement>('input') : wrong)?.focus();
};

/**
 * Validates, sends once, and shows the school's errors under their fields: the first wrong one gets the focus; an error about no field is
 * announced at the end. Typed text survives every failure.
 */
export function Form<In extends FieldValues, Out>({
  form,
  onSend,
  failureText,
  says,
  onCancel,
  of,
  label,
  id,
  className = 'stack',
  children,
}: FormProps<In, Out>) {
  const errorText = useErrorText();
  const element = useRef<HTMLFormElement>(null);
  /** Errors are about to be rendered: the first field with one gets the focus afterwards. */
  const refusal = useRef(false);
  const { isSubmitting } = form.formState;
  useLayoutEffect(() => {
    if (!refusal.current || isSubmitting) return;
    refusal.current = false;
    focusFirst(element.current);
  });
  const inPlace = onCancel !== undefined;
  useEffect(() => {
    // A dialog that is a form alone begins there; a form further down, in a detail, waits.
    if (inPlace || element.current?.parentElement?.matches('.dialog-body')) focusFirstField(element.current);
  }, [inPlace]);
  const refused = (failure: unknown) => {
    const { fields } = toFailure(failure);
    const named = fields.filter(({ path }) => path !== '' && element.current?.elements.namedItem(path));
    for (const field of named)
      form.setError(field.path as Path<In>, { type: 'server', message: says?.(field) || textOfField(field) || errorText(failure) });
    // An error of a value without a visible field would not be shown anywhere else.
    if (named.length === 0 || named.length < fields.length)
      form.setError('root.server', { message: failureText?.(failure) ?? errorText(failure) });
    refusal.current = true;
  };
  const submit = form.handleSubmit(
    async (values) => {
      try {
        await onSend(values);
      } catch (failure) {
        refused(failure);
      }
    },
    () => {
      refusal.current = true;
    },
  );
  const failure = form.formState.errors.root?.['server']?.message;
  const past = usePast();
  return (
    <FormProvider {...form}>
      <form
        id={id}
        ref={element}
        aria-label={label}
        data-draft={form.keeps ? 'own' : of}
        data-saves
        noValidate
        className={className}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isSubmitting) onCancel?.();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          // React lets events of a form in a portal, such as a dialog, bubble here: it is not part of this one.
          event.stopPropagation();
          if (!isSubmitting) void submit(event);
        }}
      >
        {past === null ? (
          children
        ) : (
          <fieldset className="form-past" disabled>
            {children}
          </fieldset>
        )}
        <Failure>{failure}</Failure>
      </form>
    </FormProvider>
  );
}

type FormDialogProps<In extends FieldValues, Out> = FormProps<In, Out> & {
  title: string;
  /** The button's label, and that while sending. */
  send: string;
  sending: string;
  open?: boolean;
  side?: 'middle' | 'right' | undefined;
  /** It cannot be sent now, for example while a file is being uploaded. */
  blocked?: boolean | undefined;
  onClose: () => void;
};

/** A form in a dialog, with its button at the bottom. It stays open, and cannot be closed, while it is sent. */
export function FormDialog<In extends FieldValues, Out>({
  title,
  send,
  sending,
  open = true,
  side = 'middle',
  blocked = false,
  onClose,
  ...rest
}: FormDialogProps<In, Out>) {
  const id = useId();
  const busy = rest.form.formState.isSubmitting;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title={title}
      side={side}
      footer={
        <button type="submit" form={id} className="btn" disabled={busy || blocked} aria-busy={busy}>
          {busy ? sending : send}
        </button>
      }
    >
      <Form {...rest} id={id} />
    </Dialog>
  );
}
