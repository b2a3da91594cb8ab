import './texts.ts';
import { useTranslation } from 'react-i18next';
import { TrackedField } from '../changes/tracked-field.tsx';
import type { Entry } from './history-of.ts';

/** The name of a record's field as people know it; `of`: the course that the field belongs to, where it belongs to one. */
export function HistoryField({ field, of = null }: { field: Entry['campos'][number]; of?: string | null }) {
  const { t } = useTranslation('history');
  const label = t(`field.${field.campo as 'role'}`, { defaultValue: field.campo });
  return <TrackedField field={field} label={of === null ? label : t('fieldOf', { field: label, of })} />;
}
