import './texts.ts';
import { useTranslation } from 'react-i18next';
import { TrackedField } from '../changes/tracked-field.tsx';
import type { Entry } from './history-of.ts';

/** A field of a record, by the name that people know it by. */
export function HistoryField({ field }: { field: Entry['campos'][number] }) {
  const { t } = useTranslation('history');
  return <TrackedField field={field} label={t(`field.${field.campo as 'role'}`, { defaultValue: field.campo })} />;
}
