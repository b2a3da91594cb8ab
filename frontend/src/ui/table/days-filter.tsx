import '../../i18n/table.ts';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/use-address.ts';
import { DateField } from '../date-field.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first and last day in the address, as `DaysFilter` writes them; what is no day, or a last day before the first, is left out. */
export const useDays = (): { desde?: string; hasta?: string } => {
  const { get } = useAddress();
  const dayAt = (name: string) => (DAY.test(get(name) ?? '') ? (get(name) ?? '') : '');
  const [desde, hasta] = [dayAt('desde'), dayAt('hasta')];
  return { ...(desde && { desde }), ...(hasta && hasta >= desde && { hasta }) };
};

/** From one day to another, both included. */
export function DaysFilter() {
  const { t } = useTranslation('table');
  const { put } = useAddress();
  const { desde = '', hasta = '' } = useDays();
  return (
    <div className="row table-days">
      <DateField label={t('from')} value={desde} {...(hasta && { max: hasta })} onChange={(day) => put({ desde: day, pagina: null })} />
      <DateField label={t('to')} value={hasta} {...(desde && { min: desde })} onChange={(day) => put({ hasta: day, pagina: null })} />
    </div>
  );
}
