import i18next from 'i18next';

/** A moment to the second, in the reader's language and zone. Apart from the other forms: light enough for the public pages, and made only when it is asked for. */
export const formatExact = (at: string | number | Date): string =>
  new Intl.DateTimeFormat(i18next.language ?? 'es-MX', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(at));
