import './texts.ts';
import './groups.css';
import { useTranslation } from 'react-i18next';
import type { GroupRecord } from '../../../../backend/api/contract/records/groups.ts';
import { formatDay } from '../../lib/dates.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

/** What a group is called, its days and hour by the school’s clock, and how many seats it has left. */
export function GroupFacts({ group }: { group: GroupRecord }) {
  const { t } = useTranslation('groups');
  return (
    <span className="group-facts">
      <strong lang="es">{group.nombre}</strong>
      <span className="muted">
        {group.fecha === group.fin
          ? t('oneDay', { date: formatDay(group.fecha, 'full') })
          : t('dates', { from: formatDay(group.fecha, 'full'), to: formatDay(group.fin, 'full') })}
      </span>
      {group.estado === 'por-empezar' ? (
        <span className="muted num">{t('hour', { time: group.hora, zone: zoneName(group.zona) })}</span>
      ) : null}
      {group.estado !== 'por-empezar' ? (
        <StatusTag tone="neutral">{t('started')}</StatusTag>
      ) : group.libres === 0 ? (
        <StatusTag tone="empty">{t('full')}</StatusTag>
      ) : (
        <span className="muted num">{t('seats', { count: group.libres })}</span>
      )}
    </span>
  );
}
