import './texts.ts';
import { useTranslation } from 'react-i18next';
import {
  checksIn,
  exerciseIn,
  exerciseText,
  linesOf,
  MOST_CHECKS,
  MOST_OF_SUBMISSION,
} from '../../../../../backend/api/contract/exercise-text.ts';
import { TextInlineField } from '../text-inline-field.tsx';

const EXAMPLE = 'suma(2, 3) // 5';

type Whole = Omit<React.ComponentProps<typeof TextInlineField>, 'part' | 'max'>;

/** The three parts of an exercise, each edited by itself. */
export function ExerciseFields({ field, ...text }: Whole) {
  const { t } = useTranslation('exerciseEditor');
  const wrong = (typed: string): string | undefined => {
    const lines = typed.split('\n').filter((line) => line.trim() !== '');
    const line = lines.find((one) => checksIn(one).length === 0);
    if (line !== undefined) return t('checksWrong', { line });
    return lines.length > MOST_CHECKS ? t('checksMany', { count: MOST_CHECKS }) : undefined;
  };
  return (
    <>
      <TextInlineField
        {...text}
        field={`${field}.enunciado`}
        max={80_000}
        part={{
          label: t('statement'),
          kind: 'body',
          read: (whole) => exerciseIn(whole).statement,
          write: (whole, statement) => exerciseText({ ...exerciseIn(whole), statement }),
        }}
      />
      <TextInlineField
        {...text}
        field={`${field}.inicio`}
        max={MOST_OF_SUBMISSION}
        part={{
          label: t('start'),
          kind: 'code',
          hint: t('startHint'),
          read: (whole) => exerciseIn(whole).start,
          write: (whole, start) => exerciseText({ ...exerciseIn(whole), start }),
        }}
      />
      <TextInlineField
        {...text}
        field={`${field}.pruebas`}
        max={6_000}
        part={{
          label: t('checks'),
          kind: 'code',
          hint: (
            <>
              {t('checksHint')} <code>{EXAMPLE}</code>
            </>
          ),
          check: wrong,
          read: (whole) => linesOf(exerciseIn(whole).checks),
          write: (whole, lines) => exerciseText({ ...exerciseIn(whole), checks: checksIn(lines) }),
        }}
      />
    </>
  );
}
