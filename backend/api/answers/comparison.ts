import type { differenceKinds } from '../contract/choices.ts';

/** The school's payments against the provider's report of the same days. Amounts in the minor unit; pure. */

/** One line of the provider's report. `amount`: as its payer saw it, positive where money came. `fee`: in the currency in which it was settled. */
export interface ReportLine {
  line: number;
  /** The id by which the provider knows the payment; null where the line is about no payment. */
  payment: string | null;
  category: string;
  currency: string;
  amount: number;
  fee: number;
  settled: string;
  /** YYYY-MM-DD in the school's calendar. */
  day: string;
}
/** What the school knows of one payment. */
export interface SchoolPayment {
  payment: string | null;
  userId: number;
  orderId: number;
  title: string;
  currency: string;
  amount: number;
  day: string;
  refunds: readonly { day: string; amount: number }[];
  disputed: boolean;
}
export interface Difference {
  kind: (typeof differenceKinds)[number];
  payment: string | null;
  /** The first line of the report about this payment; null where there is none. */
  line: number | null;
  order: Pick<SchoolPayment, 'userId' | 'orderId' | 'title'> | null;
  currency: string;
  day: string;
  report: number;
  school: number;
  /** Paid on the first or last day of the period: the provider may list it in the report of the neighbouring days. */
  edge: boolean;
}
export interface Sums {
  taken: { report: number; school: number };
  returned: { report: number; school: number };
  /** Only in the report: the school's revenue does not count these. */
  disputed: number;
  other: number;
}
export interface Comparison {
  matched: number;
  differences: Difference[];
  sums: Map<string, Sums>;
  fees: Map<string, number>;
}

type Group = 'taken' | 'returned' | 'disputed' | 'other';
const groups: Readonly<Record<string, Group>> = {
  ...{ charge: 'taken', charge_failure: 'taken' },
  ...{ refund: 'returned', refund_failure: 'returned', partial_capture_reversal: 'returned' },
  ...{ dispute: 'disputed', dispute_reversal: 'disputed' },
};
const groupOf = ({ category }: ReportLine): Group => (Object.hasOwn(groups, category) ? groups[category] : undefined) ?? 'other';
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/**
 * Lines are matched by the payment's own id. A payment of the school is missed in the report only where it is of its days; what was matched counts whenever
 * it was, so that in each currency the report is what the school has, and the differences that are listed.
 */
export function compare(lines: readonly ReportLine[], payments: readonly SchoolPayment[], from: string, to: string): Comparison {
  const differences: Difference[] = [];
  const sums = new Map<string, Sums>();
  const fees = new Map<string, number>();
  let matched = 0;
  const of = (currency: string): Sums => {
    const found = sums.get(currency) ?? { taken: { report: 0, school: 0 }, returned: { report: 0, school: 0 }, disputed: 0, other: 0 };
    sums.set(currency, found);
    return found;
  };
  const within = (day: string): boolean => day >= from && day <= to;
  const count = (
    what: 'taken' | 'returned',
    difference: Omit<Difference, 'edge' | 'order' | 'payment'> & { payment?: string | null },
    paid: SchoolPayment | null,
  ): void => {
    const { currency, report, school, day } = difference;
    of(currency)[what].report += report;
    of(currency)[what].school += school;
    const order = paid && { userId: paid.userId, orderId: paid.orderId, title: paid.title };
    if (report !== school)
      differences.push({ ...difference, payment: difference.payment ?? null, order, edge: day === from || day === to });
  };

  const byPayment = new Map<string, ReportLine[]>();
  for (const line of lines) {
    fees.set(line.settled, (fees.get(line.settled) ?? 0) + line.fee);
    const group = groupOf(line);
    if (group === 'disputed' || group === 'other') of(line.currency)[group] += line.amount;
    if (group === 'other') continue;
    // Lines that belong to no payment are listed by themselves, and so are lines in another currency.
    const key = `${line.payment ?? `line ${line.line}`} ${line.currency}`;
    byPayment.set(key, [...(byPayment.get(key) ?? []), line]);
  }
  const known = new Map<string, SchoolPayment>();
  for (const [at, payment] of payments.entries()) known.set(`${payment.payment ?? `none ${at}`} ${payment.currency}`, payment);

  for (const key of new Set([...byPayment.keys(), ...known.keys()])) {
    const own = byPayment.get(key) ?? [];
    const at = known.get(key) ?? null;
    const first = own[0];
    const currency = first?.currency ?? at?.currency ?? '';
    const payment = first?.payment ?? at?.payment ?? null;
    const day = first?.day ?? at?.day ?? from;
    const said = (group: Group): ReportLine[] => own.filter((line) => groupOf(line) === group);
    const about = { payment, line: first?.line ?? null, currency, day };

    const charges = said('taken');
    const report = sum(charges.map(({ amount }) => amount));
    if (charges.length > 0) {
      if (at) matched++;
      count('taken', { ...about, kind: at ? 'monto' : 'soloReporte', report, school: at?.amount ?? 0 }, at);
    } else if (at && within(at.day)) count('taken', { ...about, day: at.day, kind: 'soloEscuela', report: 0, school: at.amount }, at);

    const returned = 0 - sum(said('returned').map(({ amount }) => amount));
    const refunds = at?.refunds ?? [];
    const all = sum(refunds.map(({ amount }) => amount));
    // The school records a refund when it hears of it, which may be a day later than the provider does.
    const school = returned === all ? all : sum(refunds.filter((one) => within(one.day)).map(({ amount }) => amount));
    const when = said('returned')[0]?.day ?? refunds.find((one) => within(one.day))?.day ?? day;
    if (returned !== 0 || school !== 0) count('returned', { ...about, day: when, kind: 'devolucion', report: returned, school }, at);

    const questioned = said('disputed');
    if (questioned.length > 0 && !at?.disputed)
      differences.push({
        ...{ ...about, kind: 'disputa', report: sum(questioned.map(({ amount }) => amount)), school: 0 },
        ...{ order: at && { userId: at.userId, orderId: at.orderId, title: at.title }, edge: false },
      });
  }
  differences.sort((one, other) => Math.abs(other.report - other.school) - Math.abs(one.report - one.school));
  return { matched, differences, sums, fees };
}
