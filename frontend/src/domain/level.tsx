import { useTranslation } from 'react-i18next';
import './level.css';
import type { facetValues } from '../../../backend/api/contract/facets.ts';

export type Difficulty = (typeof facetValues.dificultad)[number];
const filled: Record<Difficulty, number> = { principiante: 1, intermedio: 2, avanzado: 3 };

/** The level as one, two or three filled stations, the word, and green, yellow or red. */
export function Level({ value }: { value: Difficulty }) {
  const { t } = useTranslation();
  return (
    <span className="level" data-level={value}>
      <svg viewBox="0 0 36 12" width="36" height="12" aria-hidden="true">
        <path d="M6 6h24" stroke="currentColor" strokeWidth="2" />
        {[6, 18, 30].map((x, index) => (
          <circle
            key={x}
            cx={x}
            cy="6"
            r="4"
            fill={index < filled[value] ? 'currentColor' : 'var(--level-ground)'}
            stroke="currentColor"
            strokeWidth="2"
          />
        ))}
      </svg>
      <span className="sr">{t('level.label', { level: '' })}</span>
      {t(`level.${value}`)}
    </span>
  );
}
