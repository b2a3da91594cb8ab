import { useTranslation } from 'react-i18next';
import { StatusTag } from '../ui/status-tag.tsx';

/** Whether a course is of the free plan or of Premium. */
export function TierTag({ tipo }: { tipo: 'Básico' | 'Premium' }) {
  const { t } = useTranslation();
  return <StatusTag tone={tipo === 'Premium' ? 'premium' : 'neutral'}>{t(`course.tier.${tipo}`)}</StatusTag>;
}
