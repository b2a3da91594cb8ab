import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { dayIn, formatMonth } from '../../lib/dates.ts';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Books are kept for five years after theirs. */
const MONTHS = 6 * 12;
/** Those up to `last`, the latest first; each as `YYYY-MM`. */
const monthsTo = (last: string): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)) - 1 - back)).toISOString().slice(0, 7),
  );

/** Receipts of a month, for who keeps the books. */
export function ReceiptsOfMonth() {
  const { t } = useTranslation('payments');
  const { act, busy } = useSave();
  const [months] = useState(() => monthsTo(dayIn(undefined).slice(0, 7)));
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <div className="row receipts-month" data-writes>
      <label className="row">
        <span className="muted">{t('month')}</span>
        <select className="entry" value={month} onChange={({ target }) => setMonth(target.value)}>
          {months.map((one) => (
            <option key={one} value={one}>
              {formatMonth(one)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn alt"
        aria-disabled={busy}
        onClick={() => void act(() => download(requestOf(calls.exportReceipts, month), 'text/csv', `recibos-${month}.csv`))}
      >
        {t('monthCsv')}
      </button>
    </div>
  );
}
