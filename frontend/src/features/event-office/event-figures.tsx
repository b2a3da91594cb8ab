import './texts.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';

const share = (part: number, whole: number): string => (whole === 0 ? '—' : formatPercent(Math.round((part / whole) * 100)));

/** The four figures, each with what it counts. */
export function EventFigures({ host }: { host: number | null }) {
  const { t } = useTranslation('eventOffice');
  const query = api.useWebinarFiguresQuery(host ?? undefined);
  const { data } = query;
  const status = useReadStatus('webinarFigures');
  const fresh = <Freshness at={status?.at} />;
  if (!data && query.error) return <QueryState of={query} failed={t('figuresFailed')} />;
  const seats = (taken: number, of: number) => t('figure.seats', { seats: formatNumber(taken), capacity: formatNumber(of) });
  return (
    <StatGrid label={t('figures')} fresh={fresh}>
      <StatCard label={t('figure.coming')} value={data && formatNumber(data.proximos)} definition={t('figure.comingText')} />
      <StatCard
        label={t('figure.registered')}
        value={data && formatNumber(data.inscritos)}
        definition={t('figure.registeredText')}
        tone="blue"
        note={data ? t('figure.waiting', { count: data.enEspera }) : null}
      />
      <StatCard
        label={t('figure.occupied')}
        value={data && share(data.inscritos, data.cupo)}
        definition={t('figure.occupiedText')}
        tone="cempasuchil"
        note={data ? seats(data.inscritos, data.cupo) : null}
      />
      <StatCard
        label={t('figure.attendance')}
        value={data && share(data.asistentes, data.lugares)}
        definition={t('figure.attendanceText', { days: data?.dias ?? '' })}
        tone="bougainvillea"
        note={data ? t('figure.came', { came: formatNumber(data.asistentes), seats: formatNumber(data.lugares) }) : null}
      />
    </StatGrid>
  );
}
