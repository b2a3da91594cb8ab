/** Digits with at most two decimals, after a point or a comma. */
const PLAIN = /^\d+([.,]\d{1,2})?$/;
/** Grouped thousands, where they are unambiguous: `1,500` and `1,500.00` as in Mexico, `1.500,00` and `1.500.000` as in Spain. */
const COMMA_GROUPS = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/;
const POINT_GROUPS = /^[1-9]\d{0,2}((\.\d{3})+,\d{1,2}|(\.\d{3}){2,})$/;

/** The amount of money in a text; null where there is none, or it is ambiguous: `1.500` is 1500 in Spain and 1.5 in Mexico. */
export function amountOf(typed: string): number | null {
  const text = typed.trim();
  if (PLAIN.test(text)) return Number(text.replace(',', '.'));
  if (COMMA_GROUPS.test(text)) return Number(text.replaceAll(',', ''));
  if (POINT_GROUPS.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return null;
}
