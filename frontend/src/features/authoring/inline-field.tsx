import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { AuthoringOutline, LastEdit } from '../../../../backend/api/contract/authoring.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { BodyField } from './body-field.tsx';
import { useEditor } from './editor-context.ts';
import { Rendered } from './rendered.tsx';
import { dropUnchanged, fieldKey, unsavedChanged, useUnsaved } from './unsaved.ts';
import { Crossed, Gone, useChange } from './use-change.ts';

export interface InlineFieldProps {
  /** Its id in this course: `modulo.3.nombre`. */
  field: string;
  label: string;
  /** As it is saved, as text. */
  value: string;
  /** The same of any other outline; undefined: what has it is not there. */
  read: (outline: AuthoringOutline) => string | undefined;
  send: (typed: string, version: number) => Promise<unknown>;
  /** What is wrong with what was typed, in a sentence. */
  check?: (typed: string) => string | undefined;
  kind?: 'line' | 'text' | 'body';
  /** One of these. */
  options?: readonly { value: string; label: string }[];
  max?: number;
  hint?: React.ReactNode;
  inputMode?: 'decimal' | 'numeric' | 'url';
  /** How it stands there; by default as it is. */
  shown?: React.ReactNode;
  /** Where it is blank. */
  none: string;
  /** Said once it is saved, and where it could not be. */
  saved: string;
  tell: (detail: string) => string;
  /** Who last changed what it belongs to. */
  by?: LastEdit | null | undefined;
  locked?: boolean;
  /** Beside its form, such as what a link leads to. */
  beside?: (typed: string) => React.ReactNode;
}

/** One field as it stands, and in its place a form: Enter saves it, Esc gives it up; one at a time. What was typed is kept until it is saved or given up. */
export function InlineField(props: InlineFieldProps) {
  const { field, label, value, shown, none, kind = 'line', locked = false } = props;
  const { t } = useTranslation('authoring');
  const { courseId, editing, edit } = useEditor();
  const unsaved = useUnsaved(courseId).has(field);
  const button = useRef<HTMLButtonElement>(null);
  const open = editing === field && !locked;
  const before = useRef(open);
  // Whoever was writing goes on where they began.
  useEffect(() => {
    if (before.current && !open && (document.activeElement === document.body || document.activeElement === null)) button.current?.focus();
    before.current = open;
  }, [open]);
  return (
    <div className="datum" data-open={open || undefined} data-kind={kind}>
      <dt className={open ? 'sr' : undefined}>{label}</dt>
      <dd>
        {open ? (
          <FieldForm {...props} />
        ) : (
          <>
            <div className={value ? 'datum-value' : 'datum-value muted'} lang={value && !shown ? 'es' : undefined}>
              {shown ?? (value === '' ? none : kind === 'body' ? <Rendered>{value}</Rendered> : value)}
            </div>
            {unsaved ? <StatusTag tone="ahora">{t('field.unsaved')}</StatusTag> : null}
            {locked ? null : (
              <button
                ref={button}
                type="button"
                className="btn icon ghost datum-edit"
                aria-label={t(unsaved ? 'field.resume' : 'field.edit', { field: label })}
                onClick={() => edit(field)}
              >
                <IconPencil size={18} stroke={1.7} aria-hidden="true" />
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function FieldForm(props: InlineFieldProps) {
  const { field, label, value, read, send, check, kind = 'line', options, max, hint, inputMode, saved, tell, by, beside } = props;
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { courseId, edit, selects } = useEditor();
  const user = useSessionUser();
  useState(() => dropUnchanged(user.id, courseId, field));
  const { change, busy } = useChange();
  const hintId = useId();
  const area = useRef<HTMLDivElement>(null);
  const schema = useMemo(
    () =>
      z
        .object({ valor: z.string(), de: z.string() })
        .superRefine(({ valor, de }, ctx) => {
          const typed = kind === 'line' ? valor.trim() : valor;
          const wrong = typed === de ? t('field.nothing') : check?.(typed);
          if (wrong) ctx.addIssue({ code: 'custom', path: ['valor'], message: wrong });
        })
        .transform(({ valor, de }) => ({ valor: kind === 'line' ? valor.trim() : valor, de })),
    [t, check, kind],
  );
  const form = useForm({ schema, initial: () => ({ valor: value, de: value }), draft: fieldKey(courseId, field) });
  const { valor: typed = '', de: from = '' } = useWatch({ control: form.control });
  const changed = typed !== from;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage has it once it was typed
  useEffect(unsavedChanged, [typed]);
  useEffect(() => unsavedChanged, []);
  const { setValue } = form;
  // What others saved meanwhile: where nothing was typed it simply stands there.
  useEffect(() => {
    if (value === from || (typed !== from && typed !== value)) return;
    setValue('de', value);
    setValue('valor', value);
  }, [value, from, typed, setValue]);
  const crossed = value !== from && changed && typed !== value;
  useEffect(() => {
    if (!selects) return;
    const input = area.current?.querySelector<HTMLInputElement>('input, textarea');
    input?.select();
  }, [selects]);

  const close = () => {
    form.discard();
    unsavedChanged();
    edit(null);
  };
  const cancel = () => {
    const kept = form.getValues('valor');
    const was = changed;
    close();
    if (!was) return;
    notify.info(t('field.discarded', { field: label }), {
      duration: 8_000,
      action: {
        label: t('undo'),
        onClick: () => {
          back.set(field, kept);
          edit(field);
        },
      },
    });
  };
  useEffect(() => {
    const kept = back.get(field);
    if (kept === undefined) return;
    back.delete(field);
    setValue('valor', kept);
  }, [field, setValue]);
  const write = (text: string, over: string) =>
    change({ read, from: over, send: (version) => send(text, version), done: saved, after: close });
  return (
    <div ref={area} className="datum-form">
      <Form
        form={form}
        className="stack"
        tell={(failure) =>
          failure instanceof Crossed ? t('crossed.choose') : failure instanceof Gone ? t('crossed.gone') : tell(errorText(failure))
        }
        onCancel={cancel}
        onSend={({ valor, de }) => write(valor, de)}
      >
        <div
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            // Before the editor of texts, to which it is another key; leaving it, it says all that was typed.
            event.preventDefault();
            event.stopPropagation();
            const at = document.activeElement;
            if (at instanceof HTMLElement) at.blur();
            event.currentTarget.closest('form')?.requestSubmit();
            if (at instanceof HTMLElement) at.focus();
          }}
        >
          {options ? (
            <ChoiceField name="valor" label={label} hint={hint}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </ChoiceField>
          ) : kind === 'body' ? (
            <BodyField name="valor" label={label} maxLength={max ?? 20_000} hint={hint} />
          ) : kind === 'text' ? (
            <AreaField name="valor" label={label} rows={5} maxLength={max} hint={hint} lang="es" aside={<Left typed={typed} max={max} />} />
          ) : (
            <TextField
              name="valor"
              label={label}
              hint={hint}
              maxLength={max}
              inputMode={inputMode}
              lang="es"
              autoComplete="off"
              aside={<Left typed={typed} max={max} />}
            />
          )}
        </div>
        {beside?.(typed)}
        {crossed ? (
          <Crossing
            theirs={value}
            by={by}
            busy={busy}
            onMine={() => {
              setValue('de', value);
              void form.handleSubmit(({ valor }) => write(valor, value))();
            }}
            onTheirs={() => {
              const mine = typed;
              close();
              notify.info(t('crossed.took'), {
                duration: 8_000,
                action: {
                  label: t('crossed.mineBack'),
                  onClick: () => {
                    back.set(field, mine);
                    edit(field);
                  },
                },
              });
            }}
          />
        ) : null}
        <div className="row datum-actions">
          <button
            type="submit"
            className="btn"
            disabled={busy}
            aria-busy={busy}
            aria-disabled={!changed}
            aria-describedby={changed ? undefined : hintId}
          >
            <IconCheck size={18} aria-hidden="true" />
            {t(busy ? 'field.saving' : 'field.save')}
          </button>
          <button type="button" className="btn alt" onClick={cancel} disabled={busy}>
            <IconX size={18} aria-hidden="true" />
            {t('field.cancel')}
          </button>
          <span className="muted datum-keys" id={hintId}>
            {changed ? t(kind === 'line' ? 'field.keys' : 'field.keysLong') : t('field.nothing')}
          </span>
        </div>
      </Form>
    </div>
  );
}

/** Texts that were given up, until they are asked back: by field. */
const back = new Map<string, string>();

/** How much room is left, once there is little. */
function Left({ typed, max }: { typed: string; max: number | undefined }) {
  if (max === undefined || typed.length < max * 0.7) return null;
  return <span className="muted mono">{`${typed.length} / ${max}`}</span>;
}

interface CrossingProps {
  theirs: string;
  by: LastEdit | null | undefined;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}
/** Another saved this field while one was typing: what they saved, beside what stands in the form, and nothing is lost whatever one chooses. */
export function Crossing({ theirs, by, busy, onMine, onTheirs }: CrossingProps) {
  const { t } = useTranslation('authoring');
  return (
    <div className="crossing" role="alert">
      <p>
        <strong>{by?.por ? t('crossed.by', { name: by.por }) : t('crossed.title')}</strong> {t('crossed.text')}
      </p>
      <blockquote lang="es">{theirs || t('crossed.blank')}</blockquote>
      <div className="row">
        <button type="button" className="btn alt" disabled={busy} onClick={onMine}>
          {t('crossed.mine')}
        </button>
        <button type="button" className="btn alt" disabled={busy} onClick={onTheirs}>
          {t('crossed.theirs')}
        </button>
      </div>
    </div>
  );
}
