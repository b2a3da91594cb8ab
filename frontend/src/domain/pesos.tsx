import { useTranslation } from 'react-i18next';
import type { ExchangeRecord } from '../../../backend/api/contract/site.ts';
import { addTexts } from '../i18n/i18n.ts';
import { formatDay } from '../lib/dates.ts';
import { grouped } from '../lib/figures.ts';
import pesos from './pesos.es-MX.json';

declare module '../i18n/i18n.ts' {
  interface Texts {
    pesos: typeof pesos;
  }
}
addTexts('pesos', pesos);

/**
 * An amount in dollars, converted to pesos by the school's rate: «≈ 918 MXN». Its hint has the rate and its day; `said`: both are shown in the text, as where one
 * pays. Nothing for other currencies or without a rate.
 */
export function Pesos({
  amount,
  currency,
  rate,
  after = '',
  said = false,
}: {
  amount: number;
  currency: string;
  rate: ExchangeRecord | null;
  /** Separates the amount from the words before it. */
  after?: string;
  said?: boolean;
}) {
  const { t } = useTranslation('pesos');
  if (currency !== 'USD' || !rate) return null;
  const about = `≈ ${grouped(Math.round(amount * rate.pesos))} MXN`;
  const hint = t('rate', { pesos: rate.pesos.toFixed(4), day: formatDay(rate.dia, 'full') });
  return said ? (
    <p className="muted num">
      <strong>{about}</strong> · {hint}
    </p>
  ) : (
    <span className="muted num" title={hint}>
      {after}
      {about}
      <span className="sr">. {hint}</span>
    </span>
  );
}
