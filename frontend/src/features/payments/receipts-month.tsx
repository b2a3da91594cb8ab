import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { useMoments } from '../../domain/past/when.ts';
import { requestOf } from '../../lib/calls.ts';
import { dayIn, formatMonth } from '../../lib/dates.ts';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Accounts must be kept for five years after their own year. */
const MOST = 6 * 12;
const monthOf = (at?: number): string => dayIn(undefined, at).slice(0, 7);
/** The months from `first` to `last`, the latest first; each as `YYYY-MM`. */
const monthsBetween = (first: string, last: string): string[] =>
  Array.from({ length: MOST }, (_, back) =>
    new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)) - 1 - back)).toISOString().slice(0, 7),
  ).filter((month) => month >= first);

/** Downloads the receipts of a month, for the accountant. */
export function ReceiptsOfMonth() {
  const { t } = useTranslation('payments');
  const { act, busy } = useSave();
  const { first } = useMoments();
  const [last] = useState(() => monthOf());
  // No receipt was issued before the school's first event.
  const months = monthsBetween(first === null ? last : monthOf(first), last);
  const [month, setMonth] = useState(last);
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
