import i18next from 'i18next';

/** The one place that formats numbers and money in the chosen language; dates.ts does the same for moments and days. */
const inLanguage = <T>(make: (locale: string) => T): (() => T) => {
  const made = new Map<string, T>();
  return () => {
    const locale = i18next.language ?? 'es-MX';
    const had = made.get(locale);
    if (had !== undefined) return had;
    const one = make(locale);
    made.set(locale, one);
    return one;
  };
};

/** Minutes as the school writes them: 'Xh Ym', 'Xh', 'Ym', '0m' (D11). */
export const formatMinutes = (minutes: number): string => {
  const whole = Number.isFinite(minutes) ? Math.max(0, Math.floor(minutes)) : 0;
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
};
const unit = (name: 'hour' | 'minute') =>
  inLanguage((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }));
const spoken = { hours: /* @__PURE__ */ unit('hour'), minutes: /* @__PURE__ */ unit('minute') };
/** The same in words, for screen readers. */
export const spokenMinutes = (minutes: number): string => {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / 60);
  if (hours === 0) return spoken.minutes().format(whole);
  const named = spoken.hours().format(hours);
  return whole % 60 === 0 ? named : `${named} ${spoken.minutes().format(whole % 60)}`;
};
/** Seconds left, rounded: '8 s', '3 min', '1h 20m'. */
export const formatSeconds = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : formatMinutes(seconds / 60);
};

const numbers = inLanguage((locale) => new Intl.NumberFormat(locale));
export const formatNumber = (value: number): string => numbers().format(value);
const oneDecimal = inLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
export const formatRate = (value: number): string => (value < 10 ? oneDecimal().format(value) : numbers().format(Math.round(value)));

/** A whole percentage: «55 %», '55%'. */
export const formatPercent = (value: number): string => (i18next.language === 'en' ? `${value}%` : `${value} %`);

const either = inLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
/** «tarjeta, transferencia o PayPal»; '' for an empty list. */
export const formatEither = (names: readonly string[]): string => either().format(names);

/** A log position for people: without the leading zeros, which only make it sort. */
export const formatPosition = (position: string): string => position.replace(/^0+(?=\w)/, '');

/** A place in a video: `3:07`, `1:02:09`. */
export const formatClockTime = (second: number): string => {
  const whole = Math.floor(second);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3_600);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
};

/** A size of a file: '1.2 GB', '3.4 MB', '12 kB'; steps of 1,000. */
export const formatBytes = (bytes: number): string => {
  const [unit, size] =
    bytes >= 1_000_000_000 ? ['GB', bytes / 1_000_000_000] : bytes >= 1_000_000 ? ['MB', bytes / 1_000_000] : ['kB', bytes / 1_000];
  return `${formatNumber(size < 10 ? Math.ceil(size * 10) / 10 : Math.round(size))} ${unit}`;
};
