import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/feed.ts';
import { formatExact, formatPosition, formatRelative } from '../../lib/format.ts';

/** «Hasta la posición N, hace 3 s»: how far what is shown reaches into the school's history. */
export function Until({ position, at }: { position: string; at: string | null }) {
  const { t } = useTranslation('admin');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <>{t('overview.untilUnknown', { position: formatPosition(position) })}</>;
  return (
    <time className="mono" dateTime={at} title={formatExact(at)}>
      {t('overview.until', { position: formatPosition(position), when: formatRelative(at, Math.max(now, Date.parse(at))) })}
    </time>
  );
}

/** For an answer that follows the feed: it reaches as far as that does. `read`: when it was read, where the feed has said nothing yet. */
export function ReachedUntil({ read }: { read: number | undefined }) {
  const { position, at } = useReach();
  const when = at ?? read;
  return position ? <Until position={position} at={when === undefined ? null : new Date(when).toISOString()} /> : null;
}
