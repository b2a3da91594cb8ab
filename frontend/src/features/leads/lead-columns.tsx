import { useTranslation } from 'react-i18next';
import type { LeadRecord } from '../../../../backend/api/contract/leads.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { DeliveryBadge, PromiseBadge, StatusBadge } from './badges.tsx';
import './leads.css';
import './texts.ts';

/** What the inbox says of a contact. `delivers`: contacts are passed on to another program. */
export function useLeadColumns({
  now,
  delivers,
  onOpen,
}: {
  now: Parameters<typeof PromiseBadge>[0]['now'];
  delivers: boolean;
  onOpen: (lead: LeadRecord) => void;
}): readonly Column<LeadRecord>[] {
  const { t } = useTranslation('leads');
  return [
    {
      id: 'contacto',
      label: t('columns.contact'),
      head: true,
      cell: (lead) => {
        const name = lead.nombre ?? t('erasedName');
        return (
          <>
            <button type="button" className="link" aria-label={t('open', { name })} onClick={() => onOpen(lead)}>
              {name}
            </button>
            <span className="muted table-note">
              {[lead.empresa === lead.nombre ? null : lead.empresa, lead.correo].filter(Boolean).join(' · ')}
              {lead.telefono ? (
                <>
                  {' · '}
                  <span className="unbroken">{lead.telefono}</span>
                </>
              ) : null}
            </span>
          </>
        );
      },
    },
    {
      id: 'asunto',
      label: t('columns.subject'),
      cell: (lead) => (
        <span>
          {t(`kinds.${lead.tipo}`)}
          {lead.asunto === null || lead.asunto === t(`kinds.${lead.tipo}`) ? null : (
            <span lang="es" className="muted table-note">
              {lead.asunto}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'estado',
      label: t('columns.standing'),
      cell: (lead) => (
        <span className="row leads-standing">
          <StatusBadge lead={lead} />
          <PromiseBadge lead={lead} now={now} />
          {delivers && lead.entrega.estado !== 'entregada' ? <DeliveryBadge lead={lead} /> : null}
        </span>
      ),
    },
    {
      id: 'llegada',
      label: t('columns.arrived'),
      cell: (lead) => (
        <span>
          <Moment at={lead.fecha}>{formatRelative(lead.fecha, now)}</Moment>
          {lead.notas.length > 0 ? (
            <span className="muted table-note">
              {t('detail.notes')}: {formatNumber(lead.notas.length)}
            </span>
          ) : null}
        </span>
      ),
    },
  ];
}
