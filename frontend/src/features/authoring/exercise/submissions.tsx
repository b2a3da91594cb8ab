import './texts.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SubmissionRecord } from '../../../../../backend/api/contract/exercises.ts';
import { api } from '../../../api/api.ts';
import type { AnswerOf } from '../../../lib/calls.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { FormDialog, useForm } from '../../../ui/form.tsx';
import { AreaField, RadioField } from '../../../ui/form-fields.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useSave } from '../../../ui/use-save.ts';
import './exercise-editor.css';

type Learner = AnswerOf<'exerciseSubmissions'>['alumnos'][number];
interface Reviewed {
  learner: Learner;
  submission: SubmissionRecord;
}

/** What learners handed in for an exercise, read once it is opened. */
export function Submissions({ subtopicId }: { subtopicId: number }) {
  const { t } = useTranslation('exerciseEditor');
  const [listed, setListed] = useState(false);
  return (
    <details onToggle={(event) => setListed(event.currentTarget.open)}>
      <summary className="part-title">{t('submissions')}</summary>
      {listed ? <AllOfThem subtopicId={subtopicId} /> : null}
    </details>
  );
}

/** Who handed it in, first those who wait; each submission can be accepted, or returned with what is missing. */
function AllOfThem({ subtopicId }: { subtopicId: number }) {
  const [pages, setPages] = useState<(string | undefined)[]>([undefined]);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  return (
    <div className="stack">
      {pages.map((cursor, index) => (
        <Learners
          key={cursor ?? ''}
          subtopicId={subtopicId}
          cursor={cursor}
          onReview={setReviewed}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
        />
      ))}
      {reviewed ? (
        <ReviewDialog
          key={`${reviewed.learner.id_usuario} ${reviewed.submission.entrega}`}
          {...reviewed}
          subtopicId={subtopicId}
          onClose={() => setReviewed(null)}
        />
      ) : null}
    </div>
  );
}

function Learners({
  subtopicId,
  cursor,
  onReview,
  onMore,
}: {
  subtopicId: number;
  cursor: string | undefined;
  onReview: (reviewed: Reviewed) => void;
  onMore: ((next: string) => void) | undefined;
}) {
  const { t } = useTranslation('exerciseEditor');
  const query = api.useExerciseSubmissionsQuery({ subtemaId: subtopicId, ...(cursor !== undefined && { cursor }) });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('loadError')} inline rows={3} />;
  if (data.alumnos.length === 0) return <p className="muted">{t('none')}</p>;
  const { siguiente: next } = data;
  return (
    <>
      <ul className="exercise-submissions">
        {data.alumnos.map((learner) => (
          <li key={learner.id_usuario}>
            <div className="row">
              <strong>{learner.nombre}</strong>
              {learner.resuelto ? <StatusTag tone="ok">{t('solved')}</StatusTag> : null}
              {learner.espera ? <StatusTag tone="now">{t('waits')}</StatusTag> : null}
            </div>
            <ul>
              {learner.entregas.map((submission) => (
                <li key={submission.entrega} className="row">
                  <span>{facts(submission, t)}</span>
                  <button type="button" className="link" onClick={() => onReview({ learner, submission })}>
                    {t('review')} <span className="sr">{t('reviewOf', { number: submission.entrega, name: learner.nombre })}</span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {next !== null && onMore ? (
        <button type="button" className="btn alt" onClick={() => onMore(next)}>
          {t('more')}
        </button>
      ) : null}
    </>
  );
}

function ReviewDialog({ learner, submission, subtopicId, onClose }: Reviewed & { subtopicId: number; onClose: () => void }) {
  const { t } = useTranslation('exerciseEditor');
  const [review] = api.useReviewSubmissionMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ revision: z.enum(['aceptada', 'devuelta']), nota: z.string().trim().max(2_000) }), []);
  const form = useForm({ schema, initial: (): z.input<typeof schema> => ({ revision: submission.revision ?? 'aceptada', nota: '' }) });
  const { id_usuario: userId, nombre: name } = learner;
  return (
    <FormDialog
      form={form}
      of={`revision.${subtopicId}.${userId}.${submission.entrega}`}
      title={t('reviewTitle', { number: submission.entrega, name })}
      send={t('sendReview')}
      sending={t('sendReview')}
      onClose={onClose}
      onSend={(body) =>
        save(() => review({ userId, subtemaId: subtopicId, entrega: submission.entrega, body }).unwrap(), {
          done: t('reviewed', { name }),
          after: onClose,
        })
      }
    >
      <p className="muted">{facts(submission, t)}</p>
      <pre className="exercise-text">{submission.texto}</pre>
      {submission.nota === null ? null : <q lang="es">{submission.nota}</q>}
      <RadioField
        name="revision"
        label={t('verdict')}
        choices={[
          { value: 'aceptada', label: t('accept') },
          { value: 'devuelta', label: t('return') },
        ]}
      />
      <AreaField name="nota" label={t('note')} hint={t('noteHint')} rows={4} maxLength={2_000} lang="es" />
    </FormDialog>
  );
}

/** «Entrega 2 · 3 mar 2026, 10:00 · pasó 1 de 2 pruebas · devuelta». */
const facts = (
  { entrega, fecha, pruebas, pasadas, revision }: SubmissionRecord,
  t: ReturnType<typeof useTranslation<'exerciseEditor'>>['t'],
): string =>
  [
    t('number', { number: entrega }),
    formatDateTime(fecha),
    pruebas === 0 ? null : t('passed', { count: pruebas, passed: pasadas }),
    revision === null ? null : t(revision === 'aceptada' ? 'accepted' : 'returned'),
  ]
    .filter((one) => one !== null)
    .join(' · ');
