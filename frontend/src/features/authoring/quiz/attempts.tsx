import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api.ts';
import type { AnswerOf } from '../../../lib/calls.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/notify.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

type Learner = AnswerOf<'quizAttempts'>['alumnos'][number];
type Attempt = Learner['intentos'][number];

/** The learners who took the quiz, each with their attempts. An attempt can be annulled, with a reason. */
export function Attempts({ subtopicId }: { subtopicId: number }) {
  const { t } = useTranslation('quizEditor');
  const [pages, setPages] = useState<(string | undefined)[]>([undefined]);
  const [annulled, setAnnulled] = useState<{ learner: Learner; attempt: Attempt } | null>(null);
  const [annul] = api.useVoidAttemptMutation();
  return (
    <div className="stack">
      {pages.map((cursor, index) => (
        <Learners
          key={cursor ?? ''}
          subtopicId={subtopicId}
          cursor={cursor}
          onAnnul={(learner, attempt) => setAnnulled({ learner, attempt })}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
        />
      ))}
      <Confirm
        open={annulled !== null}
        onClose={() => setAnnulled(null)}
        danger
        title={t('attempts.annul')}
        confirmLabel={t('attempts.annul')}
        reason={{ label: t('attempts.reason'), required: true, of: `intento.${subtopicId}` }}
        onConfirm={async (motivo) => {
          if (!annulled) return;
          const { learner, attempt } = annulled;
          await annul({ userId: learner.id_usuario, subtemaId: subtopicId, intento: attempt.intento, body: { motivo } }).unwrap();
          notify.success(t('attempts.annulledNow', { name: learner.nombre }));
        }}
      >
        <p>{annulled ? t('attempts.annulText', { name: annulled.learner.nombre, number: annulled.attempt.intento }) : null}</p>
      </Confirm>
    </div>
  );
}

function Learners({
  subtopicId,
  cursor,
  onAnnul,
  onMore,
}: {
  subtopicId: number;
  cursor: string | undefined;
  onAnnul: (learner: Learner, attempt: Attempt) => void;
  onMore: ((next: string) => void) | undefined;
}) {
  const { t } = useTranslation('quizEditor');
  const query = api.useQuizAttemptsQuery({ subtemaId: subtopicId, ...(cursor !== undefined && { cursor }) });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('attempts.loadError')} inline rows={3} />;
  if (data.alumnos.length === 0) return <p className="muted">{t('attempts.none')}</p>;
  const { siguiente: next } = data;
  return (
    <>
      <ul className="quiz-attempts">
        {data.alumnos.map((learner) => (
          <li key={learner.id_usuario}>
            <div className="row">
              <strong>{learner.nombre}</strong>
              {learner.aprobada ? <StatusTag tone="ok">{t('attempts.passed')}</StatusTag> : null}
            </div>
            <ul>
              {learner.intentos.map((attempt) => (
                <li key={attempt.intento} className="row">
                  <span>{facts(attempt, t)}</span>
                  {attempt.estado === 'anulado' ? null : (
                    <button
                      type="button"
                      className="link"
                      aria-label={t('attempts.annulOf', { number: attempt.intento, name: learner.nombre })}
                      onClick={() => onAnnul(learner, attempt)}
                    >
                      {t('attempts.annulShort')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {next !== null && onMore ? (
        <button type="button" className="btn alt" onClick={() => onMore(next)}>
          {t('attempts.more')}
        </button>
      ) : null}
    </>
  );
}

/** «Intento 2 · 3 mar 2026, 10:00 · versión 1 · 80 %». */
const facts = (
  { intento, inicio, revision, estado, calificacion }: Attempt,
  t: ReturnType<typeof useTranslation<'quizEditor'>>['t'],
): string =>
  [
    t('attempts.number', { number: intento }),
    formatDateTime(inicio),
    t('attempts.revision', { revision }),
    estado === 'anulado'
      ? t('attempts.annulled')
      : calificacion === null
        ? t('attempts.open')
        : t('analysis.percent', { value: calificacion }),
  ].join(' · ');
