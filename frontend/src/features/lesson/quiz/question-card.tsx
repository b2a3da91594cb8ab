import { IconCheck, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedQuestion } from '../../../../../backend/api/contract/records/quizzes.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

type Option = AskedQuestion['options'][number];
const drawn = { size: 18, stroke: 2, 'aria-hidden': true } as const;

interface Props {
  question: AskedQuestion;
  total: number;
  chosen: readonly number[];
  /** null: it is a result, or cannot be answered now. */
  onChoose: ((chosen: number[]) => void) | null;
  /** It is shown as it is answered, and cannot be. */
  readOnly?: boolean;
  /** The state of saving the answer, shown under the options. */
  state?: React.ReactNode;
}

/** A question to answer, or, once graded, its result and the explanation. */
export function QuestionCard({ question, total, chosen, onChoose, readOnly, state }: Props) {
  const { t } = useTranslation('quiz');
  const id = useId();
  const { question_number: number, points, varias, correcta, obtenidos } = question;
  const graded = onChoose === null;
  const pick = (option: number, on: boolean) => {
    if (!varias) onChoose?.([option]);
    else onChoose?.(on ? [...chosen, option] : chosen.filter((one) => one !== option));
  };
  return (
    <fieldset className="quiz-question card" aria-describedby={`${id}-text`} disabled={readOnly}>
      <legend className="quiz-legend">
        <strong>{t('question', { number, total })}</strong>
        <span className="muted">
          {correcta === null ? t('points', { count: points }) : t('result.earned', { points: obtenidos ?? 0, of: points })}
        </span>
        {correcta === null ? null : <StatusTag tone={correcta ? 'ok' : 'error'}>{t(correcta ? 'result.right' : 'result.wrong')}</StatusTag>}
      </legend>
      <div id={`${id}-text`} className="quiz-text">
        <Markdown>{question.question}</Markdown>
        {question.instruction ? (
          <p lang="es" className="muted">
            {question.instruction}
          </p>
        ) : null}
        {graded ? null : <p className="muted quiz-hint">{t(varias ? 'pickAll' : 'pickOne')}</p>}
      </div>
      <ul className="quiz-options">
        {question.options.map((option) => {
          const on = chosen.includes(option.id);
          return (
            <li key={option.id} className="quiz-option" data-on={on || undefined} data-right={graded ? rightness(option, on) : undefined}>
              {graded ? (
                <OptionResult option={option} on={on} />
              ) : (
                <label>
                  <input
                    type={varias ? 'checkbox' : 'radio'}
                    name={`${id}-${question.id}`}
                    checked={on}
                    onChange={(event) => pick(option.id, event.target.checked)}
                  />
                  <span lang="es">{option.text}</span>
                </label>
              )}
            </li>
          );
        })}
      </ul>
      {graded && chosen.length === 0 ? <p className="muted">{t('result.none')}</p> : null}
      {state}
    </fieldset>
  );
}

/** `missed`: right and not chosen; undefined where the quiz does not tell. */
const rightness = ({ is_correct }: Option, on: boolean): 'right' | 'wrong' | 'missed' | undefined => {
  if (is_correct === null) return undefined;
  return on ? (is_correct ? 'right' : 'wrong') : is_correct ? 'missed' : undefined;
};

function OptionResult({ option, on }: { option: Option; on: boolean }) {
  const { t } = useTranslation('quiz');
  const how = rightness(option, on);
  return (
    <div className="quiz-told">
      <span className="quiz-mark" aria-hidden="true">
        {how === 'right' || how === 'missed' ? <IconCheck {...drawn} /> : how === 'wrong' ? <IconX {...drawn} /> : null}
      </span>
      <div>
        <span lang="es">{option.text}</span>
        {on || how === 'missed' ? (
          <span className="quiz-yours muted">
            {on ? t('result.yours') : ''}
            {how === 'right' ? ` · ${t('result.correct')}` : how === 'wrong' ? ` · ${t('result.incorrect')}` : ''}
            {how === 'missed' ? t('result.missed') : ''}
          </span>
        ) : null}
        {option.explanation ? (
          <p lang="es" className="quiz-why">
            {option.explanation}
          </p>
        ) : null}
      </div>
    </div>
  );
}
