import { useTranslation } from 'react-i18next';
import type { LastEdit } from '../../../../backend/api/contract/authoring.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Moment } from '../../ui/moment.tsx';

/** «Modificado por Ana hace 3 minutos.» */
export function LastChange({ edit }: { edit: LastEdit | null }) {
  const { t } = useTranslation('authoring');
  if (!edit) return null;
  return (
    <span>
      {edit.por === null ? t('changed.school') : t('changed.by', { name: edit.por })}{' '}
      <Moment at={edit.en}>{formatRelative(edit.en)}</Moment>
    </span>
  );
}
