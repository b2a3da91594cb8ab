import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AttemptRecord, LearnerQuiz } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { textOfCode } from '../../../i18n/i18n.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { usePast } from '../../../lib/past.ts';
import { paths } from '../../../lib/paths.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { notify } from '../../../ui/notify.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useSave } from '../../../ui/use-save.ts';
import type { Mode } from '../walk.ts';
import { Clock } from './clock.tsx';
import { QuestionCard } from './question-card.tsx';
import './quiz.css';
import { useAnswers } from './use-answers.ts';

/** A quiz within its class: its rules, the open attempt, and the results of earlier ones. */
export function QuizView({ subtopicId, mode }: { subtopicId: number; mode: Mode }) {
  return mode === 'preview' ? <Preview subtopicId={subtopicId} /> : <Taken subtopicId={subtopicId} />;
}

function Taken({ subtopicId }: { subtopicId: number }) {
  const { t } = useTranslation('quiz');
  const { id: userId } = useSessionUser();
  const query = api.useLearnerQuizQuery({ userId, subtemaId: subtopicId });
  const { data } = query;
  const [begin] = api.useBeginAttemptMutation();
  const { act, busy } = useSave();
  /** The attempt whose result is shown; null: none. */
  const [seen, setSeen] = useState<number | null>(null);
  /** The school's answer when an attempt was handed in on this page. */
  const [handedIn, setHandedIn] = useState<AttemptRecord | null>(null);
  if (!data)
    return (
      <QueryState of={query} failed={t('loadError')} inline>
        <TextSkeleton lines={6} />
      </QueryState>
    );
  if (data.preguntas === 0 && data.intentos.length === 0) return <p className="card muted">{t('empty')}</p>;
  if (data.abierto !== null)
    return (
      <Open
        key={data.abierto}
        quiz={data}
        attempt={data.abierto}
        onDone={(record) => {
          setHandedIn(record);
          setSeen(record.intento);
          void query.refetch();
        }}
      />
    );
  const start = () =>
    void act(() => begin({ userId, subtemaId: subtopicId }).unwrap(), {
      after: () => {
        setSeen(null);
        void query.refetch();
      },
    });
  const tried = data.intentos.some(({ estado }) => estado === 'calificado');
  return (
    <div className="quiz">
      <section className="card quiz-start" aria-label={t('rules.title')}>
        <div className="quiz-legend">
          <strong>
            {t('questions', { count: data.preguntas })} · {t('points', { count: data.puntos })}
          </strong>
          {tried ? <StatusTag tone={data.aprobada ? 'ok' : 'neutral'}>{t(data.aprobada ? 'passed' : 'notPassed')}</StatusTag> : null}
          {data.mejor === null ? null : <span className="muted">{t('best', { score: data.mejor })}</span>}
        </div>
        <Rules quiz={data} />
        {data.impide === null ? (
          <button type="button" className="btn" disabled={busy} aria-busy={busy} onClick={start}>
            {t(busy ? 'starting' : tried ? 'again' : 'start')}
          </button>
        ) : (
          <p role="status">{textOfCode(data.impide) ?? ''}</p>
        )}
      </section>
      {seen === null ? null : <Result key={seen} userId={userId} subtopicId={subtopicId} attempt={seen} known={handedIn} />}
      {data.intentos.length > 0 ? (
        <section className="quiz-history" aria-labelledby={`intentos-${subtopicId}`}>
          <h3 id={`intentos-${subtopicId}`}>{t('history.title')}</h3>
          <ul>
            {data.intentos.map(({ intento, inicio, estado, calificacion, aprobado }) => (
              <li key={intento}>
                <span>
                  <strong>{t('attempt', { number: intento })}</strong> <span className="muted">{formatDateTime(inicio)}</span>
                </span>
                {estado === 'calificado' ? (
                  <>
                    <StatusTag tone={aprobado ? 'ok' : 'neutral'}>{t('history.score', { score: calificacion ?? 0 })}</StatusTag>
                    <button
                      type="button"
                      className="btn ghost"
                      aria-pressed={seen === intento}
                      aria-label={`${t('history.see')}: ${t('attempt', { number: intento })}`}
                      onClick={() => setSeen(seen === intento ? null : intento)}
                    >
                      {t('history.see')}
                    </button>
                  </>
                ) : (
                  <>
                    <StatusTag tone="neutral">{t(estado === 'anulado' ? 'history.voided' : 'history.open')}</StatusTag>
                    {estado === 'anulado' ? <Link to={paths.history}>{t('history.why')}</Link> : null}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Rules({ quiz: { reglas, quedan } }: { quiz: LearnerQuiz }) {
  const { t } = useTranslation('quiz');
  return (
    <ul className="quiz-rules">
      <li>{t('rules.rule')}</li>
      <li>{t('rules.pass', { mark: reglas.aprobatoria })}</li>
      <li>{quedan === null ? t('rules.unlimited') : t('rules.left', { count: quedan })}</li>
      {reglas.minutos === null ? null : <li>{t('rules.timed', { count: reglas.minutos })}</li>}
      {reglas.barajar ? <li>{t('rules.shuffled')}</li> : null}
      <li>{t('rules.saved')}</li>
      <li>{t(`rules.${reglas.resultados}`)}</li>
    </ul>
  );
}

/** The open attempt: answers are saved at the school as they are chosen. */
function Open({ quiz, attempt, onDone }: { quiz: LearnerQuiz; attempt: number; onDone: (record: AttemptRecord) => void }) {
  const { t } = useTranslation('quiz');
  const { id: userId } = useSessionUser();
  const query = api.useAttemptQuery({ userId, subtemaId: quiz.id_subtema, intento: attempt }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  if (!data)
    return (
      <QueryState of={query} failed={t('loadError')} inline>
        <TextSkeleton lines={6} />
      </QueryState>
    );
  // The attempt was handed in on another device, or by the time limit.
  if (data.estado !== 'abierto') return <Graded record={data} title={t('result.title', { number: attempt })} />;
  return <Asked record={data} userId={userId} onDone={onDone} onMoved={() => void query.refetch()} />;
}

interface AskedProps {
  record: AttemptRecord;
  userId: number;
  onDone: (record: AttemptRecord) => void;
  onMoved: () => void;
}
function Asked({ record, userId, onDone, onMoved }: AskedProps) {
  const { t } = useTranslation('quiz');
  const errorText = useErrorText();
  const [submit] = api.useSubmitAttemptMutation();
  const { save, busy } = useSave();
  const [asks, setAsks] = useState(false);
  const [over, setOver] = useState(false);
  const answers = useAnswers(userId, record, (failure, here) => {
    notify.error(errorText(failure));
    if (here) onMoved();
  });
  const { preguntas, intento, id_subtema: subtemaId } = record;
  const missing = preguntas.filter((question) => answers.chosenOf(question).length === 0).length;
  const handIn = async () => {
    await answers.settled();
    const graded = await save(() => submit({ userId, subtemaId, intento }).unwrap());
    if (graded) onDone(graded);
    onMoved();
  };
  return (
    <div className="quiz">
      <div className="quiz-bar">
        <strong>{t('attempt', { number: intento })}</strong>
        <span className="muted" role="status">
          {t('answered', { done: preguntas.length - missing, total: preguntas.length })}
        </span>
        {record.restante === null ? null : (
          <Clock
            left={record.restante}
            onOver={() => {
              setOver(true);
              void handIn().catch((failure: unknown) => notify.error(errorText(failure)));
            }}
          />
        )}
      </div>
      {preguntas.map((question) => {
        const state = answers.stateOf(question.id);
        return (
          <QuestionCard
            key={question.id}
            question={question}
            total={preguntas.length}
            chosen={answers.chosenOf(question)}
            onChoose={(chosen) => answers.choose(question.id, chosen)}
            state={
              <p className="quiz-state muted" role="status">
                {state ? t(`state.${state}`) : ''}
              </p>
            }
          />
        );
      })}
      {over ? <p role="status">{t('time.over')}</p> : null}
      <button type="button" className="btn quiz-submit" disabled={busy || over} aria-busy={busy} onClick={() => setAsks(true)}>
        {t(busy ? 'submitting' : 'submit')}
      </button>
      <Confirm open={asks} onClose={() => setAsks(false)} title={t('confirm.title')} confirmLabel={t('submit')} onConfirm={handIn}>
        <p>{missing === 0 ? t('confirm.all') : t('confirm.missing', { count: missing })}</p>
      </Confirm>
    </div>
  );
}

interface ResultProps {
  userId: number;
  subtopicId: number;
  attempt: number;
  /** Shown until the school has answered again. */
  known: AttemptRecord | null;
}
function Result({ userId, subtopicId, attempt, known }: ResultProps) {
  const { t } = useTranslation('quiz');
  const query = api.useAttemptQuery({ userId, subtemaId: subtopicId, intento: attempt }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  const record = data && data.estado !== 'abierto' ? data : known?.intento === attempt ? known : null;
  if (!record)
    return (
      <QueryState of={query} failed={t('loadError')} inline>
        <TextSkeleton lines={6} />
      </QueryState>
    );
  return <Graded record={record} title={t('result.title', { number: attempt })} />;
}

function Graded({ record, title }: { record: AttemptRecord; title: string }) {
  const { t } = useTranslation('quiz');
  const { puntos, de, calificacion, aprobado, por, preguntas, reglas } = record;
  return (
    <section className="quiz" aria-label={title}>
      <div className="card" role="status">
        <h3>{title}</h3>
        <div className="quiz-legend">
          <StatusTag tone={aprobado ? 'ok' : 'neutral'}>{t(aprobado ? 'passed' : 'notPassed')}</StatusTag>
          <strong>{t('result.score', { points: puntos ?? 0, count: de ?? 0, score: calificacion ?? 0 })}</strong>
        </div>
        {por === 'tiempo' ? <p className="muted">{t('result.time')}</p> : null}
        {reglas.resultados === 'puntos' ? <p className="muted">{t('result.hidden')}</p> : null}
      </div>
      {preguntas.map((question) => (
        <QuestionCard key={question.id} question={question} total={preguntas.length} chosen={question.elegidas} onChoose={null} />
      ))}
    </section>
  );
}

/** For people who teach the course: the quiz as learners see it; answering records nothing. Of a moment of the past it is what they saw then, to be read. */
function Preview({ subtopicId }: { subtopicId: number }) {
  const { t } = useTranslation('quiz');
  const then = usePast() !== null;
  const query = api.usePreviewQuizQuery(subtopicId);
  const { data } = query;
  const [grade] = api.useTryQuizMutation();
  const { act, busy } = useSave();
  const [chosen, setChosen] = useState<ReadonlyMap<number, number[]>>(new Map());
  const [result, setResult] = useState<AttemptRecord | null>(null);
  if (!data)
    return (
      <QueryState of={query} failed={t('loadError')} inline>
        <TextSkeleton lines={6} />
      </QueryState>
    );
  if (data.preguntas.length === 0) return <p className="card muted">{t('empty')}</p>;
  if (result)
    return (
      <div className="quiz">
        <Graded record={result} title={t('result.preview')} />
        <button
          type="button"
          className="btn alt quiz-submit"
          onClick={() => {
            setResult(null);
            setChosen(new Map());
          }}
        >
          {t('preview.again')}
        </button>
      </div>
    );
  const respuestas = [...chosen].map(([pregunta, opciones]) => ({ pregunta, opciones }));
  return (
    <div className="quiz">
      <p className="muted">{t(then ? 'preview.then' : 'preview.lead')}</p>
      {data.preguntas.map((question) => (
        <QuestionCard
          key={question.id}
          question={question}
          total={data.preguntas.length}
          chosen={chosen.get(question.id) ?? []}
          readOnly={then}
          onChoose={(next) => setChosen(new Map(chosen).set(question.id, next))}
        />
      ))}
      {then ? null : (
        <button
          type="button"
          className="btn quiz-submit"
          disabled={busy}
          aria-busy={busy}
          onClick={() => void act(() => grade({ subtemaId: subtopicId, body: { respuestas } }).unwrap(), { after: setResult })}
        >
          {t('preview.grade')}
        </button>
      )}
    </div>
  );
}
