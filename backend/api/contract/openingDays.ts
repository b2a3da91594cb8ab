/** The days of the week on which the school is open (1 is Monday), in words: «lunes a viernes» where they follow one another, else «lunes, martes y sábado». */
export function daysInWords(days: readonly number[], named: (day: number) => string, locale: string): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const inRow = sorted.length > 2 && last - first === sorted.length - 1;
  return inRow
    ? `${named(first)} ${locale.startsWith('en') ? 'to' : 'a'} ${named(last)}`
    : new Intl.ListFormat(locale).format(sorted.map(named));
}
