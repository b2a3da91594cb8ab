import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamsSeen as Exams } from '../../../../backend/api/contract/quizzes.ts';
import { api } from '../../api/api.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { PartThen } from './part-then.tsx';
import './orders.css';
import './texts.ts';

interface Props {
  userId: number;
  courseId: number;
  /** The reader's own attempts: classes of then are led to by staff alone. */
  own: boolean | undefined;
}
type Exam = Exams['intentos'][number];

// It writes Markdown, which few who come to these pages unfold.
const ExamQuestions = lazyPart(() => import('./exam-questions.tsx').then((module) => module.ExamQuestions));

/** What is asked for when somebody unfolds it. */
function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="order-lessons" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? children : null}
    </details>
  );
}

/** What stood at each attempt of a learner at the quizzes of a course, folded. */
export function ExamsFolded(props: Props) {
  const { t } = useTranslation('orders');
  return (
    <Folded summary={t(props.own ? 'examsMine' : 'exams')}>
      <ExamsSeen {...props} />
    </Folded>
  );
}

export function ExamsSeen({ userId, courseId, own }: Props) {
  const { t } = useTranslation('orders');
  const query = api.useExamsSeenQuery({ userId, courseId });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('examsFailed')} rows={3} />;
  const { intentos, total } = data;
  if (total === 0) return <p className="muted">{t(own ? 'noExamsMine' : 'noExams')}</p>;
  return (
    <div className="order-lessons">
      <p className="muted">
        {intentos.length < total
          ? t('lastExams', { shown: formatNumber(intentos.length), total: formatNumber(total) })
          : own
            ? t('examsOwn')
            : t('asThen')}
      </p>
      <ol className="order-exams">
        {intentos.map((one) => (
          <li key={`${one.id_subtema} ${one.intento}`}>
            <OneExam exam={one} userId={userId} courseId={courseId} own={own} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function OneExam({ exam, userId, courseId, own }: Props & { exam: Exam }) {
  const { t } = useTranslation('orders');
  const { inicio, titulo, intento, preguntas, modulo, clase, id_subtema: subtema } = exam;
  const moment = own ? null : inicio;
  const at = modulo && clase && { moduleId: modulo.id, sessionId: clase.id };
  const asked = t('questionsThen', {
    ...{ count: preguntas.total, version: preguntas.version, date: formatDate(preguntas.fecha), total: formatNumber(preguntas.total) },
  });
  return (
    <>
      <div className="row">
        <strong lang={titulo === null ? undefined : 'es'}>{titulo ?? t('examGone')}</strong>
        <span className="muted">{t('examAttempt', { number: intento, date: formatDateTime(inicio) })}</span>
        <Outcome exam={exam} />
      </div>
      <ul>
        <li>
          {asked} <span className="muted">· {preguntas.cambios > 0 ? t('publishedSince', { count: preguntas.cambios }) : t('same')}</span>
          <Folded summary={t('examAsked')}>
            <Suspense
              fallback={
                <Skeleton>
                  <RowsSkeleton rows={3} />
                </Skeleton>
              }
            >
              <ExamQuestions userId={userId} subtopicId={subtema} attempt={intento} />
            </Suspense>
          </Folded>
        </li>
        {at ? (
          <>
            <li>
              {t('classThen')} <PartThen of={clase} courseId={courseId} at={at} moment={moment} />
            </li>
            {clase.subtemas.map((one) => (
              <li key={one.id}>
                <PartThen of={one} courseId={courseId} at={{ ...at, subtema: one.id }} moment={moment} />
              </li>
            ))}
          </>
        ) : null}
      </ul>
    </>
  );
}

function Outcome({ exam: { estado, calificacion, aprobado } }: { exam: Exam }) {
  const { t } = useTranslation('orders');
  if (estado !== 'calificado') return <StatusTag tone="neutral">{t(estado === 'anulado' ? 'examVoided' : 'examOpen')}</StatusTag>;
  return <StatusTag tone={aprobado ? 'ok' : 'neutral'}>{formatPercent(calificacion ?? 0)}</StatusTag>;
}
