import { schoolDay } from '../../../../events/calendar.ts';

const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' });
/** A day of the school's calendar, as a certificate says it. */
export const dayOf = (at: string): string => day.format(new Date(`${schoolDay(at)}T12:00:00Z`));

/** To the half hour; '' where the course says no length. */
export const hoursOf = (minutes: number): string => {
  if (minutes === 0) return '';
  if (minutes < 45) return `${minutes} minutos`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? '1 hora' : `${new Intl.NumberFormat('es-MX').format(hours)} horas`;
};
