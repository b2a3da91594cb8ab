import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadStatus } from '../../api/read-status.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatPosition } from '../../lib/format.ts';
import { usePast } from '../../lib/past.ts';
import { Moment } from '../../ui/moment.tsx';

/** «Actualizado hace 3 s»: how current the shown data is; with its exact log position on demand. */
export function Until({ position, at }: { position: string; at: string | null }) {
  const { t } = useTranslation('admin');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const place = formatPosition(position);
  if (!at) return <span data-position={place}>{t('overview.untilUnknown')}</span>;
  return (
    <span data-position={place}>
      <Moment at={at} exactly={(exact) => t('overview.untilExactly', { exact, position: place })}>
        {t('overview.until', { when: formatRelative(at, Math.max(now, Date.parse(at))) })}
      </Moment>
    </span>
  );
}

/** For figures of a live answer: as current as that answer, not as the feed. `of`: its endpoint. */
export function ReachedUntil({ of }: { of: Parameters<typeof useReadStatus>[0] }) {
  const { t } = useTranslation('admin');
  const status = useReadStatus(of);
  const past = usePast();
  if (!status?.position || past !== null) return null;
  if (status.halted) return <span data-position={formatPosition(status.position)}>{t('overview.untilHalted')}</span>;
  return <Until position={status.position} at={new Date(status.at).toISOString()} />;
}
