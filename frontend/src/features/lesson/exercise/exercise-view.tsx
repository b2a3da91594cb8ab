import './texts.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { CheckResult, Outcome } from '../../../../../backend/api/contract/exercise-run.ts';
import { type Check, type Exercise, exerciseIn, MOST_OF_SUBMISSION } from '../../../../../backend/api/contract/exercise-text.ts';
import type { SubmissionRecord } from '../../../../../backend/api/contract/exercises.ts';
import { api } from '../../../api/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useBusy } from '../../../lib/use-busy.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { AreaField } from '../../../ui/form-fields.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { notify } from '../../../ui/notify.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useSave } from '../../../ui/use-save.ts';
import type { Mode } from '../walk.ts';
import './exercise.css';
import { tryOut } from './try-out.ts';

interface Result extends Outcome {
  by: 'here' | 'school';
}

/** An exercise within its class: its statement, what is checked, where one writes and tries, and what one handed in. */
export function ExerciseView({ subtopicId, text, mode }: { subtopicId: number; text: string; mode: Mode }) {
  const { t } = useTranslation('exercise');
  const exercise = useMemo(() => exerciseIn(text), [text]);
  return (
    <div className="exercise">
      {exercise.statement ? <Markdown>{exercise.statement}</Markdown> : null}
      {exercise.checks.length > 0 ? (
        <section className="exercise-part" aria-labelledby={`pruebas-${subtopicId}`}>
          <h3 id={`pruebas-${subtopicId}`}>{t('checks')}</h3>
          <ul className="exercise-checks">
            {exercise.checks.map(({ call, expected }) => (
              <li key={call}>
                <code>{call}</code> <span className="muted">{t('gives')}</span> <code>{expected}</code>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Workbench key={mode} subtopicId={subtopicId} exercise={exercise} mode={mode} />
    </div>
  );
}

function Workbench({ subtopicId, exercise, mode }: { subtopicId: number; exercise: Exercise; mode: Mode }) {
  const { t } = useTranslation('exercise');
  const { id: userId } = useSessionUser();
  const [submit] = api.useSubmitExerciseMutation();
  const { save, busy } = useSave();
  const trial = useBusy();
  const [result, setResult] = useState<Result | null>(null);
  const { start, checks } = exercise;
  const isCode = start !== '' || checks.length > 0;
  const schema = useMemo(() => z.object({ texto: z.string().max(MOST_OF_SUBMISSION) }), []);
  const form = useForm({ schema, initial: () => ({ texto: start }), draft: `ejercicio.${userId}.${subtopicId}` });
  const put = (texto: string) => form.setValue('texto', texto, { shouldDirty: true });
  const attempt = () =>
    void trial.run(async () => {
      try {
        setResult({ ...(await tryOut(form.getValues('texto'), checks)), by: 'here' });
      } catch {
        notify.error(t('notLoaded'));
      }
    });
  return (
    <>
      <Form
        form={form}
        className="exercise-part"
        label={t(isCode ? 'code' : 'answer')}
        onSend={({ texto }) =>
          save(() => submit({ userId, subtemaId: subtopicId, body: { texto } }).unwrap(), {
            done: t('sent'),
            after: ({ pruebas, impreso: printed, error }) =>
              setResult(
                pruebas.length === 0
                  ? null
                  : {
                      ...{ by: 'school', printed, error },
                      results: pruebas.map(({ pasa: passed, obtuvo: got, error: failure }) => ({ passed, got, error: failure })),
                    },
              ),
          })
        }
      >
        <AreaField
          name="texto"
          label={t(isCode ? 'code' : 'answer')}
          hint={mode === 'learner' ? t(isCode ? 'codeHint' : 'answerHint') : t(mode === 'preview' ? 'preview' : 'visitor')}
          rows={isCode ? 12 : 8}
          maxLength={MOST_OF_SUBMISSION}
          {...(isCode ? { className: 'exercise-code', spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } : { lang: 'es' })}
        />
        <div className="row">
          {mode === 'learner' ? (
            <button type="submit" className="btn" disabled={busy} aria-busy={busy} data-writes>
              {t(busy ? 'sending' : 'send')}
            </button>
          ) : null}
          {isCode ? (
            <button type="button" className="btn alt" disabled={trial.busy} aria-busy={trial.busy} onClick={attempt}>
              {t(trial.busy ? 'trying' : 'try')}
            </button>
          ) : null}
          {start !== '' ? (
            <button type="button" className="btn ghost" onClick={() => put(start)}>
              {t('reset')}
            </button>
          ) : null}
        </div>
      </Form>
      <div role="status">{result ? <ResultShown result={result} checks={checks} /> : null}</div>
      {mode === 'learner' ? <Submissions userId={userId} subtopicId={subtopicId} onSee={put} /> : null}
    </>
  );
}

function ResultShown({ result: { by, printed, error, results }, checks }: { result: Result; checks: readonly Check[] }) {
  const { t } = useTranslation('exercise');
  const passed = results.filter((one) => one.passed).length;
  return (
    <section className="card exercise-part" aria-label={t(by)}>
      <div className="row">
        <strong>{t(by)}</strong>
        {checks.length > 0 ? (
          <StatusTag tone={passed === checks.length ? 'ok' : 'neutral'}>{t('passed', { count: checks.length, passed })}</StatusTag>
        ) : null}
      </div>
      {error === null ? null : <Why error={error} />}
      {checks.length > 0 && error === null ? (
        <ul className="exercise-checks">
          {checks.map(({ call }, at) => {
            const one = results[at];
            return one ? <Checked key={call} call={call} result={one} /> : null;
          })}
        </ul>
      ) : null}
      {printed ? (
        <div>
          <h4>{t('printed')}</h4>
          <pre className="exercise-printed">{printed}</pre>
        </div>
      ) : checks.length === 0 && error === null ? (
        <p className="muted">{t('nothing')}</p>
      ) : null}
    </section>
  );
}

function Checked({ call, result: { passed, got, error } }: { call: string; result: CheckResult }) {
  const { t } = useTranslation('exercise');
  return (
    <li>
      <div className="row">
        <code>{call}</code>
        <StatusTag tone={passed ? 'ok' : 'neutral'}>{t(passed ? 'pass' : 'fail')}</StatusTag>
      </div>
      {passed || got === null ? null : (
        <p>
          <span className="muted">{t('got')}</span> <code>{got}</code>
        </p>
      )}
      {error === null ? null : <Why error={error} />}
    </li>
  );
}

/** Why it could not run; what the interpreter says is English, as the language itself is. */
function Why({ error }: { error: string }) {
  const { t } = useTranslation('exercise');
  const known = error === 'TimeLimit' ? t('slow') : error.includes('out of memory') ? t('noMemory') : null;
  return (
    <p>
      {t('error')} {known ?? <code lang="en">{error}</code>}
    </p>
  );
}

function Submissions({ userId, subtopicId, onSee }: { userId: number; subtopicId: number; onSee: (text: string) => void }) {
  const { t } = useTranslation('exercise');
  const query = api.useLearnerExerciseQuery({ userId, subtemaId: subtopicId });
  const [withdraw] = api.useWithdrawSubmissionMutation();
  const { save } = useSave();
  const [leaving, setLeaving] = useState<SubmissionRecord | null>(null);
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('loadError')} inline rows={2} />;
  if (data.entregas.length === 0) return null;
  return (
    <section className="exercise-part" aria-labelledby={`entregas-${subtopicId}`}>
      <div className="row">
        <h3 id={`entregas-${subtopicId}`}>{t('history')}</h3>
        {data.resuelto ? <StatusTag tone="ok">{t('solved')}</StatusTag> : null}
      </div>
      <ul className="exercise-checks">
        {data.entregas.map((one) => (
          <li key={one.entrega}>
            <div className="row">
              <span>
                <strong>{t('number', { number: one.entrega })}</strong> <span className="muted">{formatDateTime(one.fecha)}</span>
              </span>
              <Standing submission={one} />
              <button type="button" className="link" onClick={() => onSee(one.texto)}>
                {t('see')} <span className="sr">{t('seeOf', { number: one.entrega })}</span>
              </button>
              <button type="button" className="link" data-writes onClick={() => setLeaving(one)}>
                {t('withdraw')} <span className="sr">{t('withdrawOf', { number: one.entrega })}</span>
              </button>
            </div>
            {one.nota === null ? null : (
              <p>
                {t('note')} <q lang="es">{one.nota}</q>
              </p>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        danger
        title={t('withdrawTitle', { number: leaving?.entrega ?? 0 })}
        confirmLabel={t('withdraw')}
        onConfirm={() =>
          leaving &&
          save(() => withdraw({ userId, subtemaId: subtopicId, entrega: leaving.entrega }).unwrap(), {
            done: t('withdrawn', { number: leaving.entrega }),
          })
        }
      >
        <p>{t('withdrawText')}</p>
      </Confirm>
    </section>
  );
}

function Standing({ submission: { revision, pruebas, pasadas } }: { submission: SubmissionRecord }) {
  const { t } = useTranslation('exercise');
  if (revision !== null)
    return <StatusTag tone={revision === 'aceptada' ? 'ok' : 'urgent'}>{t(revision === 'aceptada' ? 'accepted' : 'returned')}</StatusTag>;
  if (pruebas === 0) return <StatusTag tone="neutral">{t('waiting')}</StatusTag>;
  return <StatusTag tone={pasadas === pruebas ? 'ok' : 'neutral'}>{t('passed', { count: pruebas, passed: pasadas })}</StatusTag>;
}
