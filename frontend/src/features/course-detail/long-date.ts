import i18next from 'i18next';

/** '3 de marzo de 2026', in the viewer's zone. Apart from `lib/format`, which the light pages do not load. */
export const longDate = (at: string): string => new Intl.DateTimeFormat(i18next.language, { dateStyle: 'long' }).format(new Date(at));
