import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/feed.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatPosition } from '../../lib/format.ts';
import { usePast } from '../../lib/past.ts';
import { useNow } from '../../lib/use-now.ts';
import { Moment } from '../../ui/moment.tsx';

/** «Actualizado hace 3 s»: how current the shown data is; with its exact log position on demand. */
function Until({ position, at: read, current }: { position: string; at: number; current: boolean }) {
  const { t } = useTranslation('admin');
  const now = useNow(1_000);
  const place = formatPosition(position);
  const at = current ? now : read;
  return (
    <span data-position={place}>
      <Moment at={at} exactly={(exact) => t('overview.untilExactly', { exact, position: place })}>
        {t('overview.until', { when: formatRelative(at, Math.max(now, at)) })}
      </Moment>
    </span>
  );
}

/**
 * For figures of a live answer: as current as that answer, not as the feed. `of`: its endpoint. `followed`: every change of the answer arrives by the feed, so
 * that it is current as long as the connection is live, however long ago something changed.
 */
export function ReachedUntil({ of, followed = false }: { of: Parameters<typeof useReadStatus>[0]; followed?: boolean }) {
  const { t } = useTranslation('admin');
  const status = useReadStatus(of);
  const past = usePast();
  const { state, partial } = useConnection();
  if (past !== null) return null;
  // A blank line until then, so that nothing below moves.
  if (!status?.position) return '\u00a0';
  if (status.halted) return <span data-position={formatPosition(status.position)}>{t('overview.untilHalted')}</span>;
  return <Until position={status.position} at={status.at} current={followed && state === 'live' && !partial} />;
}
