import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStanding } from '../../api/standing.ts';
import { formatPosition, formatRelative } from '../../lib/format.ts';
import { Moment } from '../../ui/moment.tsx';

/** «Hasta la posición N, hace 3 s»: how far what is shown reaches into the school's history. */
export function Until({ position, at }: { position: string; at: string | null }) {
  const { t } = useTranslation('admin');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <>{t('overview.untilUnknown', { position: formatPosition(position) })}</>;
  const until = (when: string) => t('overview.until', { position: formatPosition(position), when });
  return (
    <Moment className="mono" at={at} exactly={until}>
      {until(formatRelative(at, Math.max(now, Date.parse(at))))}
    </Moment>
  );
}

/** For figures of a live answer: they reach as far as that answer does, and not as far as the feed. `of`: its endpoint. */
export function ReachedUntil({ of }: { of: Parameters<typeof useStanding>[0] }) {
  const { t } = useTranslation('admin');
  const standing = useStanding(of);
  if (!standing?.position) return null;
  if (standing.halted) return <>{t('overview.untilHalted', { position: formatPosition(standing.position) })}</>;
  return <Until position={standing.position} at={new Date(standing.at).toISOString()} />;
}
