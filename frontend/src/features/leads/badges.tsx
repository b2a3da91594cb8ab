import { useTranslation } from 'react-i18next';
import type { LeadRecord } from '../../../../backend/api/contract/leads.ts';
import { promiseState, promiseTone } from '../../domain/promise.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import './texts.ts';

const statusTone: Readonly<Record<LeadRecord['estado'], Tone>> = {
  nuevo: 'now',
  contactado: 'info',
  convertido: 'ok',
  descartado: 'neutral',
};
export function StatusBadge({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  return <StatusTag tone={statusTone[lead.estado]}>{t(`statuses.${lead.estado}`)}</StatusTag>;
}

export function PromiseBadge({ lead, now }: { lead: LeadRecord; now: number }) {
  const { t } = useTranslation('leads');
  if (!lead.promesa) return null;
  const state = promiseState(lead.promesa, lead.estado === 'nuevo', now);
  return (
    <StatusTag tone={promiseTone[state]}>
      <Moment at={lead.promesa.vence} exactly={(date) => t('promise.due', { date })}>
        {t(`promise.${state}`, { when: formatRelative(lead.promesa.vence, now) })}
      </Moment>
    </StatusTag>
  );
}

const deliveryTone: Readonly<Record<LeadRecord['entrega']['estado'], Tone>> = {
  ninguna: 'empty',
  entregada: 'ok',
  reintentando: 'now',
  fallida: 'error',
};
export function DeliveryBadge({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  return <StatusTag tone={deliveryTone[lead.entrega.estado]}>{t(`delivery.${lead.entrega.estado}`)}</StatusTag>;
}
