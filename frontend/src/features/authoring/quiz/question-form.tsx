import { IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { QuestionRecord } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { command } from '../../../api/base.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { Failure } from '../../../ui/field.tsx';
import { Form, type FormState, useForm } from '../../../ui/form.tsx';
import { CheckField, TextField } from '../../../ui/form-fields.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { BodyField } from '../body-field.tsx';
import { useEditor } from '../editor-context.ts';
import { fieldKey } from '../unsaved.ts';
import { pastedOptions } from './pasted.ts';

const MOST_OPTIONS = 20;
const blank = { id: null as number | null, text: '', is_correct: false, explanation: '' };
type Values = { question: string; instruction: string; points: string; options: (typeof blank)[] };

interface Props {
  subtopicId: number;
  version: number;
  /** null: a new one. */
  question: QuestionRecord | null;
  onClose: () => void;
}

/** The form of a question with its options, shown in place of that question. «Guardar como borrador» also keeps a question that is not complete enough to be asked. */
export function QuestionForm({ subtopicId, version, question, onClose }: Props) {
  const { t } = useTranslation('quizEditor');
  const errorText = useErrorText();
  const { courseId } = useEditor();
  const { save, busy } = useSave();
  const [add] = api.useAddQuestionMutation();
  const [revise] = api.useReviseQuestionMutation();
  const asDraft = useRef(false);
  // Compared with the question as it was when the form was opened.
  const from = useRef(version);
  const schema = useMemo(
    () =>
      z
        .object({
          question: z.string().max(10_000),
          instruction: z.string().trim().max(2_000),
          points: z
            .string()
            .trim()
            .refine((typed) => /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 1_000, t('form.pointsWrong')),
          options: z.array(
            z.object({
              id: z.number().nullable(),
              text: z.string().trim().max(2_000),
              is_correct: z.boolean(),
              explanation: z.string().trim().max(2_000),
            }),
          ),
        })
        .superRefine(({ question: text, options }, context) => {
          const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
          if (text.trim() === '') say(['question'], t('wrong.question'));
          if (asDraft.current) return;
          if (options.length < 2) say(['options', 'root'], t('wrong.few'));
          for (const [at, option] of options.entries()) if (option.text === '') say(['options', at, 'text'], t('wrong.option'));
          if (!options.some((option) => option.is_correct)) say(['options', 'root'], t('wrong.right'));
        }),
    [t],
  );
  const form = useForm({
    schema,
    draft: fieldKey(courseId, question ? `pregunta.${question.id}` : `nueva-pregunta.${subtopicId}`),
    initial: (): Values => ({
      question: question?.question ?? '',
      instruction: question?.instruction ?? '',
      points: String(question?.points ?? 1),
      options: question
        ? question.options.map(({ id, text, is_correct = false, explanation = '' }) => ({ id, text, is_correct, explanation }))
        : [blank, blank],
    }),
  });
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <Form
      form={form}
      onCancel={close}
      failureText={(failure) => t('form.failed', { detail: errorText(failure) })}
      onSend={({ question: text, instruction, points, options }) => {
        const given = {
          question: text,
          instruction,
          points: Number(points),
          // A draft may have blank options.
          options: options.filter((option) => !asDraft.current || option.text !== ''),
          borrador: asDraft.current,
        };
        const body = command(given, { ifMatch: from.current });
        return save(() => (question ? revise({ id: question.id, body }).unwrap() : add({ subtemaId: subtopicId, body: given }).unwrap()), {
          done: t('form.saved'),
          after: close,
        });
      }}
    >
      <BodyField name="question" label={t('form.question')} maxLength={10_000} />
      <TextField name="instruction" label={t('form.instruction')} maxLength={2_000} lang="es" autoComplete="off" />
      <TextField name="points" label={t('form.points')} inputMode="numeric" maxLength={4} autoComplete="off" />
      <Options form={form} />
      <div className="row">
        <button type="submit" className="btn" disabled={busy} aria-busy={busy} onClick={() => (asDraft.current = false)}>
          {t(busy ? 'form.saving' : 'form.save')}
        </button>
        <button type="submit" className="btn alt" disabled={busy} onClick={() => (asDraft.current = true)}>
          {t('form.saveDraft')}
        </button>
        <button type="button" className="btn ghost" disabled={busy} onClick={close}>
          {t('form.cancel')}
        </button>
      </div>
    </Form>
  );
}

function Options<Out>({ form }: { form: FormState<Values, Out> }) {
  const { t } = useTranslation('quizEditor');
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'options', keyName: 'key' });
  const options = useWatch({ control: form.control, name: 'options' }) ?? [];
  const list = useRef<HTMLOListElement>(null);
  const full = options.length >= MOST_OPTIONS;
  const empty = options.some(({ text }) => text.trim() === '');
  const focus = (at: number) => setTimeout(() => list.current?.querySelector<HTMLElement>(`[name="options.${at}.text"]`)?.focus());
  const next = (at: number) => {
    if (at < options.length - 1) focus(at + 1);
    else if (!empty && !full) {
      append(blank, { shouldFocus: false });
      focus(options.length);
    }
  };
  const paste = (event: React.ClipboardEvent, at: number) => {
    const found = pastedOptions(event.clipboardData.getData('text/plain'));
    const before = options[at];
    if (found.length < 2 || !before || before.text.trim() !== '') return;
    event.preventDefault();
    // The pasted lines replace this option; other blank options are dropped.
    const others = (from: number, to?: number) => options.slice(from, to).filter(({ text }) => text.trim() !== '');
    const pasted = found.map(({ text, right }, index) => ({ ...(index === 0 ? before : blank), text, is_correct: right }));
    const next = [...others(0, at), ...pasted, ...others(at + 1)].slice(0, MOST_OPTIONS);
    replace(next);
    focus(next.length - 1);
  };
  const wrong = form.formState.errors.options?.root?.message;
  return (
    <fieldset className="quiz-edit-options" aria-invalid={wrong ? true : undefined}>
      <legend className="field-label">{t('form.options')}</legend>
      <p className="field-note">{t('form.optionsHint')}</p>
      <ol ref={list}>
        {fields.map(({ key }, at) => (
          <li
            key={key}
            className="quiz-edit-option"
            onPaste={(event) => {
              if ((event.target as HTMLInputElement).name === `options.${at}.text`) paste(event, at);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || (event.target as HTMLInputElement).name !== `options.${at}.text`) return;
              event.preventDefault();
              next(at);
            }}
          >
            <CheckField name={`options.${at}.is_correct`} label={t('form.right')} aria-label={t('form.rightOf', { number: at + 1 })} />
            <TextField
              name={`options.${at}.text`}
              label={t('form.option', { number: at + 1 })}
              maxLength={2_000}
              lang="es"
              autoComplete="off"
              rules={{ deps: ['options'] }}
            />
            <TextField name={`options.${at}.explanation`} label={t('form.why')} maxLength={2_000} lang="es" autoComplete="off" />
            <button
              type="button"
              className="btn icon ghost"
              aria-label={t('form.removeOption', { number: at + 1 })}
              onClick={() => {
                remove(at);
                focus(Math.max(0, at - 1));
              }}
            >
              <IconX size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
      <Failure>{wrong}</Failure>
      <button
        type="button"
        className="btn alt part-add"
        disabled={empty || full}
        onClick={() => {
          append(blank, { shouldFocus: false });
          focus(options.length);
        }}
      >
        <IconPlus size={18} aria-hidden="true" />
        {t('form.addOption')}
      </button>
    </fieldset>
  );
}
