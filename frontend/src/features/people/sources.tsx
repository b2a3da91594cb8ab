import { useTranslation } from 'react-i18next';
import type { RightSource } from '../../../../backend/api/contract/assignments.ts';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import './texts.ts';

/** The name of a course's tier, which the API has as the documents' own word, in the language of the reader. */
export const useTier = () => {
  const { t } = useTranslation('common');
  return (tipo: string): string => t(tipo === 'Premium' ? 'plan.premium' : 'plan.basic');
};

const tones: Readonly<Record<RightSource, Tone>> = { compra: 'ok', beca: 'now', asignado: 'info', plan: 'neutral', propia: 'empty' };

/** Where entitlements to a course come from: a person may have several. */
export function Sources({ of }: { of: readonly RightSource[] }) {
  const { t } = useTranslation('assignments');
  return (
    <span className="row">
      {of.map((source) => (
        <StatusTag key={source} tone={tones[source]}>
          {t(`source.${source}`)}
        </StatusTag>
      ))}
    </span>
  );
}
