import './texts.ts';
import { useTranslation } from 'react-i18next';
import { formatLongDate } from '../../lib/dates.ts';

let school: string | undefined;
/** Only for the server, which does not know the reader's zone: it renders the school's day, and the browser corrects it. */
export const drawDaysIn = (zone: string): void => {
  school = zone;
};

/** '3 de marzo de 2026', in the viewer's zone. Without Intl, whose first date costs a phone a quarter of a second; the test compares with it. */
export const useLongDate = (): ((at: string) => string) => {
  const { t } = useTranslation('catalog');
  const months = t('months', { returnObjects: true });
  return (at) => {
    if (import.meta.env.SSR) return formatLongDate(at, school);
    const day = new Date(at);
    return t('longDate', { day: day.getDate(), month: months[day.getMonth()] ?? '', year: day.getFullYear() });
  };
};
