import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { QuizEdited } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { WhatIf } from '../../../domain/what-if/what-if.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { CheckField, RadioField, TextField } from '../../../ui/form-fields.tsx';
import { useSave } from '../../../ui/use-save.ts';

const whole = (most: number, optional: boolean, message: string) =>
  z
    .string()
    .trim()
    .refine((typed) => (optional && typed === '') || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most), message);
const results = ['todo', 'elegidas', 'puntos'] as const;

/** Pass mark, attempts, time limit, order of questions, and what results show. */
export function RulesForm({ quiz }: { quiz: QuizEdited }) {
  const { t } = useTranslation('quizEditor');
  const errorText = useErrorText();
  const [set] = api.useSetQuizRulesMutation();
  const { save, busy } = useSave();
  const { reglas, id_subtema: subtemaId } = quiz;
  const schema = useMemo(
    () =>
      z.object({
        aprobatoria: whole(100, false, t('rules.markWrong')),
        intentos: whole(100, true, t('rules.attemptsWrong')),
        minutos: whole(600, true, t('rules.minutesWrong')),
        barajar: z.boolean(),
        resultados: z.enum(results),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({
      aprobatoria: String(reglas.aprobatoria),
      intentos: String(reglas.intentos ?? ''),
      minutos: String(reglas.minutos ?? ''),
      barajar: reglas.barajar,
      resultados: reglas.resultados,
    }),
  });
  const mark = useWatch({ control: form.control, name: 'aprobatoria' });
  return (
    <Form
      form={form}
      of={`reglas.${subtemaId}`}
      failureText={(failure) => t('rules.failed', { detail: errorText(failure) })}
      onSend={({ aprobatoria, intentos, minutos, barajar, resultados }) =>
        save(
          () =>
            set({
              subtemaId,
              body: {
                ...{ aprobatoria: Number(aprobatoria), barajar, resultados },
                intentos: intentos === '' ? null : Number(intentos),
                minutos: minutos === '' ? null : Number(minutos),
              },
            }).unwrap(),
          { done: t('rules.saved') },
        )
      }
    >
      <div className="quiz-edit-rules">
        <TextField name="aprobatoria" label={t('rules.mark')} inputMode="numeric" maxLength={3} autoComplete="off" />
        <TextField
          name="intentos"
          label={t('rules.attempts')}
          hint={t('rules.attemptsHint')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <TextField
          name="minutos"
          label={t('rules.minutes')}
          hint={t('rules.minutesHint')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      </div>
      <WhatIf rule="cuestionario" subtemaId={subtemaId} typed={mark} />
      <CheckField name="barajar" label={t('rules.shuffle')} />
      <RadioField name="resultados" label={t('rules.feedback')} choices={results.map((value) => ({ value, label: t(`rules.${value}`) }))} />
      <button type="submit" className="btn alt" disabled={busy} aria-busy={busy}>
        {t('rules.save')}
      </button>
    </Form>
  );
}
