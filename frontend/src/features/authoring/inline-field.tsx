import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { AuthoringOutline, LastEdit } from '../../../../backend/api/contract/authoring.ts';
import { formatNumber } from '../../lib/format.ts';
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
import './inline-field.css';

export interface InlineFieldProps {
  /** Its id within the course: `modulo.3.nombre`. */
  field: string;
  label: string;
  /** Its saved value, as text. */
  value: string;
  /** Its value in another outline; undefined: the part does not exist there. */
  read: (outline: AuthoringOutline) => string | undefined;
  send: (typed: string, version: number) => Promise<unknown>;
  /** The problem of the typed value, as a sentence. */
  check?: (typed: string) => string | undefined;
  kind?: 'line' | 'text' | 'body' | 'code';
  /** The choices, where it is one of a list. */
  options?: readonly { value: string; label: string }[];
  max?: number;
  hint?: React.ReactNode;
  inputMode?: 'decimal' | 'numeric' | 'url';
  /** How the value is displayed; by default as it is. */
  shown?: React.ReactNode;
  /** Displayed where it is blank. */
  none: string;
  /** Notices to show after saving, and after a failure. */
  saved: string;
  failureText: (detail: string) => string;
  /** Who last changed the part that it belongs to. */
  by?: LastEdit | null | undefined;
  locked?: boolean;
  /** Shown beside its form, such as the target of a link. */
  beside?: (typed: string) => React.ReactNode;
}

/** A field as displayed, and in its place a form while it is edited: Enter saves, Esc cancels; one field at a time. Typed text is kept until it is saved or discarded. */
export function InlineField(props: InlineFieldProps) {
  const { field, label, value, shown, none, kind = 'line', locked = false } = props;
  const { t } = useTranslation('authoring');
  const { courseId, editing, edit } = useEditor();
  const unsaved = useUnsaved(courseId).has(field);
  const button = useRef<HTMLButtonElement>(null);
  const open = editing === field && !locked;
  const before = useRef(open);
  // The focus returns to where it was before editing.
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
            <div className={value ? 'datum-value' : 'datum-value muted'} lang={value && !shown && kind !== 'code' ? 'es' : undefined}>
              {shown ??
                (value === '' ? (
                  none
                ) : kind === 'body' ? (
                  <Rendered>{value}</Rendered>
                ) : kind === 'code' ? (
                  <pre className="datum-code">{value}</pre>
                ) : (
                  value
                ))}
            </div>
            {unsaved ? <StatusTag tone="now">{t('field.unsaved')}</StatusTag> : null}
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
  const { field, label, value, read, send, check, kind = 'line', options, max, hint, inputMode, saved, failureText, by, beside } = props;
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
  // Another person saved a newer value meanwhile. Where nothing was typed here, the form simply shows it.
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
    leave(area.current);
    const kept = form.getValues('valor');
    const was = kept !== form.getValues('de');
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
        failureText={(failure) =>
          failure instanceof Crossed ? t('crossed.choose') : failure instanceof Gone ? t('crossed.gone') : failureText(errorText(failure))
        }
        onCancel={cancel}
        onSend={({ valor, de }) => write(valor, de)}
      >
        <div
          onPaste={(event) => {
            const { target, clipboardData } = event;
            if (max === undefined || kind === 'body' || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
              return;
            const kept = target.value.length - ((target.selectionEnd ?? 0) - (target.selectionStart ?? 0));
            if (kept + clipboardData.getData('text/plain').length <= max) return;
            // Without this, browsers would cut a long text off without telling anybody.
            event.preventDefault();
            notify.info(t('field.tooMuch', { max: formatNumber(max) }));
          }}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            // In the capture phase, because the text editor gives this key another meaning.
            event.preventDefault();
            event.stopPropagation();
            const left = leave(event.currentTarget);
            event.currentTarget.closest('form')?.requestSubmit();
            left?.focus();
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
          ) : kind === 'code' ? (
            <AreaField
              name="valor"
              label={label}
              className="datum-code-field"
              rows={8}
              maxLength={max}
              hint={hint}
              spellCheck={false}
              autoCapitalize="off"
              aside={<Left typed={typed} max={max} />}
            />
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
        <div className="row">
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

/** Moves the focus out of the text editor, which then reports all that was typed at once (otherwise a moment later). Returns the element in `area` that had the focus. */
function leave(area: HTMLElement | null): HTMLElement | null {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !area?.contains(at)) return null;
  at.blur();
  return at;
}

/** Discarded texts by field, so that discarding can be undone. */
const back = new Map<string, string>();

/** The remaining characters, once there are few. */
function Left({ typed, max }: { typed: string; max: number | undefined }) {
  if (max === undefined || typed.length < max * 0.7) return null;
  return <span className="muted num">{`${typed.length} / ${max}`}</span>;
}

interface CrossingProps {
  theirs: string;
  by: LastEdit | null | undefined;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}
/** This field was saved by another person, or in another window, while it was being edited here: shows both values; neither is lost, whichever is chosen. */
export function Crossing({ theirs, by, busy, onMine, onTheirs }: CrossingProps) {
  const { t } = useTranslation('authoring');
  const { id } = useSessionUser();
  const who = by?.id_usuario === id ? t('crossed.own') : by?.por ? t('crossed.by', { name: by.por }) : t('crossed.title');
  return (
    <div className="crossing" role="alert">
      <p>
        <strong>{who}</strong> {t('crossed.text')}
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
