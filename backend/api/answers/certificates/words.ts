import { dayInWords, schoolDay } from '../../../../events/calendar.ts';

/** A day of the school's calendar, as a certificate says it. */
export const dayOf = (at: string): string => dayInWords(schoolDay(at));

/** The length of a course as its page says it, in words: '1 h 59 min'; '' where it says none. */
export const lengthOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
};
