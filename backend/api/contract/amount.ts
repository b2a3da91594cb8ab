/** Digits with at most two decimals, after a point or a comma. */
const PLAIN = /^\d+([.,]\d{1,2})?$/;
/** Thousands in groups, where nothing else can be meant: `1,500` and `1,500.00` as in Mexico, `1.500,00` and `1.500.000` as in Spain. */
const COMMA_GROUPS = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/;
const POINT_GROUPS = /^[1-9]\d{0,2}((\.\d{3})+,\d{1,2}|(\.\d{3}){2,})$/;

/** The amount of money that a text says; null where it says none, or might say two: `1.500` is fifteen hundred to some and one and a half to others. */
export function amountOf(typed: string): number | null {
  const text = typed.trim();
  if (PLAIN.test(text)) return Number(text.replace(',', '.'));
  if (COMMA_GROUPS.test(text)) return Number(text.replaceAll(',', ''));
  if (POINT_GROUPS.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return null;
}
