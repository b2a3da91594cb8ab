import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { exportFormats, planEvery, planScopes } from '../../../../backend/api/contract/choices.ts';
import type { ExportPlan } from '../../../../backend/api/contract/events.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';
import { formatDateTime, weekdayName } from '../../lib/dates.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const files = { ndjson: calls.exportEvents, csv: calls.exportEventsCsv, parquet: calls.exportEventsParquet } as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 7 }, (_, day) => day);
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
type Filters = ArgOf<'exportEvents'>;

/** Schedules an export of what the filters find, daily or weekly. */
export function PlanDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { t } = useTranslation('analytics');
  const [plan] = api.usePlanExportMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        nombre: z.string().trim().min(1, t('plans.nameMissing')).max(60),
        formato: z.enum(exportFormats),
        cada: z.enum(planEvery),
        dia: z.string(),
        hora: z.string(),
        alcance: z.enum(planScopes),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({ nombre: '', formato: 'csv' as const, cada: 'dia' as const, dia: '0', hora: '6', alcance: 'nuevos' as const }),
  });
  const cada = useWatch({ control: form.control, name: 'cada' });
  const { flujo, categoria, tipo, quien, campo, valor } = filters;
  const chosen = Object.entries({ flujo, categoria, tipo, quien, campo, valor }).filter(([, value]) => value !== undefined);
  return (
    <FormDialog
      form={form}
      title={t('plans.new')}
      send={t('plans.send')}
      sending={t('plans.sending')}
      onClose={onClose}
      onSend={({ dia, hora, ...values }) =>
        save(
          () =>
            plan({
              ...values,
              ...{ flujo, categoria, tipo, quien, campo, valor },
              hora: Number(hora),
              ...(values.cada === 'semana' && { dia: Number(dia) }),
            }).unwrap(),
          { done: t('plans.done'), after: onClose },
        )
      }
    >
      <p className="muted">{t('plans.newLead')}</p>
      <p>
        {t('plans.of')}{' '}
        <span className="mono">{chosen.length > 0 ? chosen.map(([name, value]) => `${name}=${value}`).join(' ') : t('plans.all')}</span>
      </p>
      <TextField name="nombre" label={t('plans.name')} maxLength={60} required autoComplete="off" />
      <ChoiceField name="formato" label={t('plans.format')}>
        {exportFormats.map((format) => (
          <option key={format} value={format}>
            {format.toUpperCase()}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField name="cada" label={t('plans.every')}>
        {planEvery.map((every) => (
          <option key={every} value={every}>
            {t(`plans.each.${every}`)}
          </option>
        ))}
      </ChoiceField>
      {cada === 'semana' ? (
        <ChoiceField name="dia" label={t('plans.day')}>
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {weekdayName(day + 1)}
            </option>
          ))}
        </ChoiceField>
      ) : null}
      <ChoiceField name="hora" label={t('plans.hour')} hint={t('plans.hourHint')}>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {clock(hour)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField name="alcance" label={t('plans.scope')}>
        {planScopes.map((scope) => (
          <option key={scope} value={scope}>
            {t(`plans.scopes.${scope}`)}
          </option>
        ))}
      </ChoiceField>
    </FormDialog>
  );
}

/** The scheduled exports, and those of the last thirty days. */
export function PlansDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('analytics');
  const query = api.useListExportPlansQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = query;
  return (
    <Dialog open onClose={onClose} title={t('plans.title')} side="right">
      <p className="muted">{t('plans.lead')}</p>
      {data ? null : <QueryState of={query} failed={t('plans.failed')} inline rows={4} />}
      {data?.length === 0 ? <Empty title={t('plans.none')}>{t('plans.noneText')}</Empty> : null}
      {data && data.length > 0 ? (
        <ol className="event-exports">
          {data.map((plan) => (
            <PlanItem key={plan.id} plan={plan} again={() => void query.refetch()} />
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

function PlanItem({ plan, again }: { plan: ExportPlan; again: () => void }) {
  const { t } = useTranslation('analytics');
  const user = useSessionUser();
  const { act } = useSave();
  const [end] = api.useEndExportPlanMutation();
  const [asking, setAsking] = useState(false);
  const { id, nombre, quien, formato, cada, dia, hora, alcance, filtros, siguiente, hechas } = plan;
  const chosen = Object.entries(filtros).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const own = quien.id === user.id;
  const asked = Object.fromEntries(Object.entries(filtros).filter(([, value]) => value !== null));
  return (
    <li>
      <p className="row">
        <strong>{nombre}</strong>
        {own ? null : <span className="muted">{quien.nombre ?? t('export.account', { id: quien.id })}</span>}
      </p>
      <p>
        {cada === 'dia'
          ? t('plans.daily', { hour: clock(hora) })
          : t('plans.weekly', { hour: clock(hora), day: weekdayName((dia ?? 0) + 1) })}{' '}
        · {formato.toUpperCase()} · {t(`plans.scopes.${alcance}`)}
      </p>
      {chosen.length > 0 ? <p className="mono">{chosen.join(' ')}</p> : null}
      <p className="muted">{t('plans.next', { when: formatDateTime(siguiente) })}</p>
      {hechas.length > 0 ? (
        <ul className="event-exports">
          {hechas.map((one) => (
            <li key={one.fecha}>
              <span className="row">
                <span>
                  {formatDateTime(one.fecha)} ·{' '}
                  {t('export.held', {
                    count: one.eventos,
                    written: formatNumber(one.eventos),
                    format: formato.toUpperCase(),
                    size: formatBytes(one.bytes),
                  })}
                </span>
                <button
                  type="button"
                  className="btn alt icon"
                  aria-label={t('plans.take', { when: formatDateTime(one.fecha) })}
                  onClick={() => {
                    const range = {
                      ...(one.despues !== null && { despues: one.despues }),
                      ...(one.hasta !== null && { hastaPosicion: one.hasta }),
                    };
                    const request = requestOf(files[formato], { ...asked, ...range } as Filters);
                    void act(() => download(request, '*/*', `eventos.${formato}`), { done: t('export.done') });
                  }}
                >
                  <IconDownload size={18} aria-hidden="true" />
                </button>
              </span>
              <span className="mono muted">{one.sha256}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="row">
        <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('plans.end')}
        </button>
      </div>
      <Confirm
        open={asking}
        title={t('plans.endTitle', { name: nombre })}
        confirmLabel={t('plans.end')}
        onConfirm={async () => {
          await end(id).unwrap();
          again();
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('plans.endText')}</p>
      </Confirm>
    </li>
  );
}
