import Papa from 'papaparse';
import { MOST_REPORT_LINES } from '../../../../backend/api/contract/choices.ts';
import type { ReportLineInput } from '../../../../backend/api/contract/comparisons.ts';

/** The size of a report with the greatest number of lines and every column that Stripe offers. */
export const MOST_REPORT_BYTES = 20_000_000;
export type ReadReport =
  | { lines: ReportLineInput[]; from: string; to: string }
  | { problem: 'notReport' | 'noPayments' | 'tooMany' | 'empty' | 'unreadable' };

/** Headers are in lower case with underscores, or as the dashboard writes them: «Created (UTC)». */
const plain = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
/** «-1,234.5» in the minor unit; null where it is no amount. */
const minorOf = (text: string): number | null => {
  const [, minus, whole = '', part = ''] = /^(-?)([\d,]+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (minus === undefined) return null;
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return minus === '-' && amount !== 0 ? -amount : amount;
};
/** Stripe writes its moments in UTC, without saying so. */
const momentOf = (text: string): string | null => {
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(text.trim()) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** The columns of Stripe’s itemised balance report that are compared. Columns about the payer never leave this browser. */
export function readReport(text: string): ReadReport {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '', skipEmptyLines: 'greedy' });
  const [head = [], ...rows] = data;
  const names = head.map(plain);
  const at = (...accepted: string[]): number => names.findIndex((name) => accepted.includes(name));
  const column = {
    ...{ created: at('created_utc', 'created'), currency: at('currency'), gross: at('gross'), fee: at('fee') },
    ...{ category: at('reporting_category'), payment: at('payment_intent_id') },
    ...{ shown: at('customer_facing_amount'), shownCurrency: at('customer_facing_currency') },
  };
  if (head.join('').trim() === '') return { problem: 'empty' };
  if ([column.created, column.currency, column.gross, column.fee, column.category].includes(-1)) return { problem: 'notReport' };
  if (column.payment === -1) return { problem: 'noPayments' };
  if (rows.length === 0) return { problem: 'empty' };
  if (rows.length > MOST_REPORT_LINES) return { problem: 'tooMany' };
  const lines: ReportLineInput[] = [];
  for (const [index, cells] of rows.entries()) {
    const cell = (which: number): string => (cells[which] ?? '').trim();
    const [gross, fee, fecha] = [minorOf(cell(column.gross)), minorOf(cell(column.fee) || '0'), momentOf(cell(column.created))];
    const settled = cell(column.currency);
    if (gross === null || fee === null || fecha === null || settled.length !== 3) return { problem: 'unreadable' };
    // Charged in another currency than it was settled in: the amount that the payer saw, with the sign of the balance change.
    const shown = cell(column.shownCurrency).length === 3 ? minorOf(cell(column.shown)) : null;
    lines.push({
      ...{ linea: index + 2, pago: cell(column.payment).slice(0, 200) || null, tipo: cell(column.category).toLowerCase().slice(0, 60) },
      ...{
        moneda: shown === null ? settled : cell(column.shownCurrency),
        monto: shown === null ? gross : Math.sign(gross) * Math.abs(shown),
      },
      ...{ liquidada: settled, comision: fee, fecha },
    });
  }
  const moments = lines.map(({ fecha }) => fecha).sort();
  return { lines, from: moments[0] ?? '', to: moments.at(-1) ?? '' };
}

/** SHA-256 in hexadecimal: identifies the compared file. */
export const hashOf = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
