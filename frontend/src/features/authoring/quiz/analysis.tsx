import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionFigures } from '../../../../../backend/api/contract/records/quizzes.ts';
import { api } from '../../../api/api.ts';
import { QueryState } from '../../../ui/query-state.tsx';

/** How each question was answered, revision by revision. */
export function Analysis({ subtopicId }: { subtopicId: number }) {
  const { t } = useTranslation('quizEditor');
  const query = api.useQuizAnalysisQuery(subtopicId);
  const { data } = query;
  const [chosen, setChosen] = useState<number | null>(null);
  if (!data) return <QueryState of={query} failed={t('analysis.loadError')} inline rows={3} />;
  const answered = data.revisiones.filter(({ personas }) => personas > 0);
  const shown = data.revisiones.find(({ revision }) => revision === chosen) ?? answered[0];
  if (!shown || answered.length === 0) return <p className="muted">{t('analysis.none')}</p>;
  return (
    <div className="stack">
      {data.revisiones.length > 1 ? (
        <label className="field">
          <span className="field-label">{t('analysis.revision')}</span>
          <select className="entry" value={shown.revision} onChange={(event) => setChosen(Number(event.target.value))}>
            {data.revisiones.map(({ revision, vigente }) => (
              <option key={revision} value={revision}>
                {t(vigente ? 'analysis.current' : 'analysis.of', { revision })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <p>
        {[
          t('analysis.people', { count: shown.personas }),
          t('analysis.passed', { count: shown.aprobadas }),
          ...(shown.promedio === null ? [] : [t('analysis.mean', { score: shown.promedio })]),
        ].join(' · ')}
      </p>
      <p className="muted quiz-edit-note">{t('analysis.first')}</p>
      <ol className="quiz-analysis">
        {shown.preguntas.map((question) => (
          <Figures key={question.id} question={question} />
        ))}
      </ol>
      <p className="muted quiz-edit-note">
        {t('analysis.discrimination')}: {t('analysis.discriminationHint')}
      </p>
    </div>
  );
}

function Figures({ question }: { question: QuestionFigures }) {
  const { t } = useTranslation('quizEditor');
  const { dificultad, discriminacion, opciones } = question;
  return (
    <li>
      <p lang="es" className="quiz-analysis-question">
        {question.question}
      </p>
      <p className="muted">
        {t('analysis.right')}: {dificultad === null ? t('analysis.few') : t('analysis.percent', { value: dificultad })} ·{' '}
        {t('analysis.discrimination')}: <span className="num">{discriminacion ?? t('analysis.few')}</span>
      </p>
      <ul aria-label={t('analysis.options')}>
        {opciones.map(({ id, text, is_correct, elegida, parte }) => (
          <li key={id} className="quiz-share" data-right={is_correct || undefined}>
            <span lang="es">
              {text}
              {is_correct ? <strong> ({t('analysis.key')})</strong> : null}
            </span>
            <span className="num">
              {elegida} · {t('analysis.percent', { value: parte ?? 0 })}
            </span>
            <i aria-hidden="true" style={{ inlineSize: `${parte ?? 0}%` }} />
          </li>
        ))}
      </ul>
    </li>
  );
}
