import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamsSeen as Exams } from '../../../../backend/api/contract/quizzes.ts';
import { api } from '../../api/api.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { LinkThen, PartThen } from './part-then.tsx';
import './orders.css';
import './texts.ts';

interface Props {
  userId: number;
  courseId: number;
  /** The reader's own attempts: classes of then are led to by staff alone. */
  own: boolean | undefined;
}
type Exam = Exams['intentos'][number];

/** What stood at each attempt of a learner at the quizzes of a course. It is asked for when somebody unfolds it. */
export function ExamsFolded(props: Props) {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState(false);
  return (
    <details className="order-lessons" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t(props.own ? 'examsMine' : 'exams')}</summary>
      {open ? <ExamsSeen {...props} /> : null}
    </details>
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
            <OneExam exam={one} courseId={courseId} own={own} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function OneExam({ exam, courseId, own }: { exam: Exam; courseId: number; own: boolean | undefined }) {
  const { t } = useTranslation('orders');
  const { inicio, titulo, intento, preguntas, modulo, clase, id_subtema: subtema } = exam;
  const moment = own ? null : inicio;
  const at = modulo && clase && { moduleId: modulo.id, sessionId: clase.id };
  const asked = t('questionsThen', {
    ...{ count: preguntas.total, version: preguntas.version, date: formatDate(preguntas.fecha), total: formatNumber(preguntas.total) },
  });
  const name = titulo ?? t('examGone');
  return (
    <>
      <div className="row">
        {at && moment !== null ? (
          <LinkThen to={paths.course(courseId, { ...at, subtema })} moment={moment} lang="es">
            {name}
          </LinkThen>
        ) : (
          <strong lang={titulo === null ? undefined : 'es'}>{name}</strong>
        )}
        <span className="muted">{t('examAttempt', { number: intento, date: formatDateTime(inicio) })}</span>
        <Outcome exam={exam} />
      </div>
      <ul>
        <li>
          {asked} <span className="muted">· {preguntas.cambios > 0 ? t('publishedSince', { count: preguntas.cambios }) : t('same')}</span>
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
