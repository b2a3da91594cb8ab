import { useTranslation } from 'react-i18next';
import { taxIn } from '../../../../backend/api/contract/tax.ts';
import { money } from '../../lib/figures.ts';

/** What of an amount is tax: «IVA incluido (16 %): $275.72 MXN». `rate` in percent; null: the school has not said. */
export function TaxNote({ amount, currency, rate }: { amount: number; currency: string; rate: number | null }) {
  const { t } = useTranslation('checkout');
  if (!rate) return null;
  const tax = taxIn(Math.round(amount * 100), Math.round(rate * 100)) / 100;
  return <p className="muted num">{t('tax', { rate, amount: money(tax, currency) })}</p>;
}
