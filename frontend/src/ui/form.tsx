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
import { useDraft } from '../lib/use-draft.ts';
import type { FieldError } from '../live/live.ts';
import { Dialog } from './dialog.tsx';
import { textOfField, toFailure, useErrorText } from './error-text.ts';
import './field.css';

// The page's policy forbids compiling code from text, which zod would otherwise try.
z.config({ jitless: true });

export interface FormOptions<In extends FieldValues, Out> {
  /** Its messages are sentences, in the reader's language, or become such by `words`. */
  schema: z.ZodType<Out, In>;
  /** The sentence for what the schema says of a field: for a schema of the contract, whose messages are codes. */
  words?: (wrong: { type: unknown; message?: string | undefined }, value: unknown, name: string) => string | undefined;
  initial: () => In;
  /** Under this name what is typed waits in this tab until it is saved or thrown away, also when the form is closed. */
  draft?: string;
}

export type FormState<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out> & {
  keeps: boolean;
  /** What stands in it was typed before. */
  restored: boolean;
  /** Throws what was typed away, and begins anew. */
  discard: () => void;
};

const inWords =
  <In extends FieldValues, Out>(
    resolver: Resolver<In, unknown, Out>,
    words: NonNullable<FormOptions<In, Out>['words']>,
  ): Resolver<In, unknown, Out> =>
  async (values, context, options) => {
    const answer = await resolver(values, context, options);
    /** Errors stand in the shape of the values: of a field of an object, in an object. */
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

/** One form: its values, what is wrong with each (`schema`), and what was typed before. Give it to `Form` or `FormDialog`. */
export function useForm<In extends FieldValues, Out>({ schema, initial, draft, words }: FormOptions<In, Out>): FormState<In, Out> {
  const { value, restored, change, forget } = useDraft<In>(draft ?? null, initial);
  const form = useHookForm<In, unknown, Out>({
    resolver: words ? inWords(zodResolver(schema), words) : zodResolver(schema),
    defaultValues: value as DefaultValues<In>,
    // `Form` does it, once the error stands there to be read with the field.
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
  /** Sends it. What it throws stands under the fields that it names (`errors` of the answer), or over the button. */
  onSend: (values: Out) => Promise<unknown>;
  /** The sentence for a failure that names no field; by default that of its code. */
  tell?: ((failure: unknown) => string) | undefined;
  /** Words of this form for what the school says of a field; undefined: the school's own. */
  says?: ((error: FieldError) => string | undefined) | undefined;
  /** Of a form that stands in place of what it changes: its first field has the focus from the start, and Esc leaves it. */
  onCancel?: (() => void) | undefined;
  /** What the form is of, by which what was typed comes back after the session ended; not needed with a `draft`. */
  of?: string | undefined;
  /** Its name, where no heading says it. */
  label?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: React.ReactNode;
}

const focusFirst = (form: HTMLElement | null) => {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // Of a group it is its first choice that can have the focus.
  (wrong instanceof HTMLFieldSetElement ? wrong.querySelector<HTMLElement>('input') : wrong)?.focus();
};

/**
 * Checks, sends once, and puts what the school says of a field under that field: the first wrong one gets the focus, what is about no field is
 * announced at the end. What was typed stays through every failure.
 */
export function Form<In extends FieldValues, Out>({
  form,
  onSend,
  tell,
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
  /** What is wrong is about to be shown: the first such field is to have the focus, once it says so. */
  const refusal = useRef(false);
  const { isSubmitting } = form.formState;
  useLayoutEffect(() => {
    if (!refusal.current || isSubmitting) return;
    refusal.current = false;
    focusFirst(element.current);
  });
  const inPlace = onCancel !== undefined;
  useEffect(() => {
    if (inPlace) element.current?.querySelector<HTMLElement>(':is(input, textarea, select):not([hidden])')?.focus();
  }, [inPlace]);
  const refused = (failure: unknown) => {
    const { fields } = toFailure(failure);
    const named = fields.filter(({ path }) => path !== '' && element.current?.elements.namedItem(path));
    for (const field of named)
      form.setError(field.path as Path<In>, { type: 'server', message: says?.(field) || textOfField(field) || errorText(failure) });
    // What is about a value without a field in view would be said nowhere else.
    if (named.length === 0 || named.length < fields.length)
      form.setError('root.server', { message: tell?.(failure) ?? errorText(failure) });
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
  return (
    <FormProvider {...form}>
      <form
        id={id}
        ref={element}
        aria-label={label}
        data-draft={form.keeps ? 'own' : of}
        noValidate
        className={className}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isSubmitting) onCancel?.();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          // A form inside what React draws elsewhere, as a dialog, is no part of this one.
          event.stopPropagation();
          if (!isSubmitting) void submit(event);
        }}
      >
        {children}
        {failure ? (
          <p className="field-error" role="alert">
            {failure}
          </p>
        ) : null}
      </form>
    </FormProvider>
  );
}

type FormDialogProps<In extends FieldValues, Out> = FormProps<In, Out> & {
  title: string;
  /** The button's words, and those while it is sent. */
  send: string;
  sending: string;
  open?: boolean;
  side?: 'middle' | 'right' | undefined;
  /** It cannot be sent now, as while a file is on its way. */
  blocked?: boolean | undefined;
  onClose: () => void;
};

/** A form in a dialog, its button at the foot. It stays open, and cannot be closed, while it is sent. */
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
