import './texts.ts';
import { useTranslation } from 'react-i18next';

/** '3 de marzo de 2026', in the viewer's zone. Without Intl, whose first date costs a phone a quarter of a second; the test compares with it. */
export const useLongDate = (): ((at: string) => string) => {
  const { t } = useTranslation('catalog');
  const months = t('months', { returnObjects: true });
  return (at) => {
    const day = new Date(at);
    return t('longDate', { day: day.getDate(), month: months[day.getMonth()] ?? '', year: day.getFullYear() });
  };
};
