import '../i18n/fresh.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from './moment.tsx';

/** «Actualizado hace 3 minutos», kept up to date. */
export function Freshness({ at }: { at: string | number | Date | null | undefined }) {
  const { t } = useTranslation('fresh');
  const [now, setNow] = useState(() => Date.now());
  const then = at === null || at === undefined ? Number.NaN : new Date(at).getTime();
  const seconds = Math.max(0, Math.round((now - then) / 1_000));
  const step = seconds < 60 ? 10_000 : 60_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, [step]);
  // A newer moment than this component's clock is "now".
  useEffect(() => setNow((clock) => (then > clock ? Date.now() : clock)), [then]);
  // Until then its line keeps its place: nothing below moves.
  if (Number.isNaN(then)) return '\u00a0';
  const text = () => {
    if (seconds < 10) return t('now');
    if (seconds < 60) return t('seconds', { count: seconds });
    if (seconds < 3_600) return t('minutes', { count: Math.floor(seconds / 60) });
    return t('hours', { count: Math.floor(seconds / 3_600) });
  };
  return <Moment at={then}>{text()}</Moment>;
}
