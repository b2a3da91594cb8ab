import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { usePast } from '../../lib/past.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { Compose } from './compose.tsx';
import { Sent } from './sent.tsx';
import './notifications.css';
import './texts.ts';

/** The notifications that the school, or an instructor, sends: whom each reaches, and how many opened it. */
export function Component() {
  const { t } = useTranslation('notifications');
  const user = useSessionUser();
  const all = user.user_role === role.admin;
  const past = usePast();
  return (
    <Page title={t('title')} lead={t(all ? 'lead' : 'leadOwn')}>
      <Figures />
      <div className="notifications-parts">
        {past === null ? <Compose all={all} /> : null}
        <Sent />
      </div>
    </Page>
  );
}

function Figures() {
  const { t } = useTranslation('notifications');
  const query = api.useNotificationFiguresQuery();
  const { data } = query;
  if (query.error && !data) return <QueryState of={query} failed={t('loadError')} />;
  const rate = (count: number) => (data && data.entregadas > 0 ? formatPercent(Math.round((100 * count) / data.entregadas)) : '—');
  const of = (count: number) => t('stat.of', { count, total: formatNumber(data?.entregadas ?? 0) });
  return (
    <StatGrid label={t('stats')}>
      <StatCard label={t('stat.sent')} definition={t('stat.sentHelp')} value={data && formatNumber(data.enviadas)} />
      <StatCard
        label={t('stat.delivered')}
        definition={t('stat.deliveredHelp')}
        value={data && formatNumber(data.entregadas)}
        tone="blue"
      />
      <StatCard
        label={t('stat.seen')}
        definition={t('stat.seenHelp')}
        value={data && rate(data.vistas)}
        tone="cempasuchil"
        note={data ? of(data.vistas) : null}
      />
      <StatCard
        label={t('stat.opened')}
        definition={t('stat.openedHelp')}
        value={data && rate(data.abiertas)}
        tone="bougainvillea"
        note={data ? of(data.abiertas) : null}
      />
    </StatGrid>
  );
}
