import { useTranslation } from 'react-i18next';
import type { CaseRecord } from '../../../../backend/api/contract/reports.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import './texts.ts';

const tones = { URGENTE: 'urgent', PENDIENTE: 'now', RESUELTO: 'ok' } as const;
const names = { URGENTE: 'urgente', PENDIENTE: 'pendiente', RESUELTO: 'resuelto' } as const;

/** Where the reports of a comment are, in the reader's language. */
export function CaseState({ of }: { of: CaseRecord['estado'] }) {
  const { t } = useTranslation('reports');
  return <StatusTag tone={tones[of]}>{t(`states.${names[of]}`)}</StatusTag>;
}
