import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './texts.ts';

/** What an attempt at a quiz asked, in its order, and what was chosen: of the publication under which it was begun. What is right stands there as far as the quiz tells it. */
export function ExamQuestions({ userId, subtopicId, attempt }: { userId: number; subtopicId: number; attempt: number }) {
  const { t } = useTranslation('orders');
  const query = api.useAttemptQuery({ userId, subtemaId: subtopicId, intento: attempt });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('examFailed')} inline rows={3} />;
  return (
    <ol>
      {data.preguntas.map(({ id, question, options, elegidas }) => (
        <li key={id}>
          <Markdown>{question}</Markdown>
          <ul>
            {options.map((option) => (
              <li key={option.id}>
                <span className="row">
                  <span lang="es">{option.text}</span>
                  {elegidas.includes(option.id) ? <StatusTag tone="info">{t('examChosen')}</StatusTag> : null}
                  {option.is_correct ? <StatusTag tone="ok">{t('examRight')}</StatusTag> : null}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
