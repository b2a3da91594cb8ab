import { schoolDay } from '../../../../events/calendar.ts';

const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' });
/** A day of the school's calendar, as a certificate says it. */
export const dayOf = (at: string): string => day.format(new Date(`${schoolDay(at)}T12:00:00Z`));

/** The length of a course as its page says it, in words: '1 h 59 min'; '' where it says none. */
export const lengthOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
};
