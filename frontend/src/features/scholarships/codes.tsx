import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScholarshipCodeRecord } from '../../../../backend/api/contract/scholarships.ts';
import { api } from '../../api/api.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { dayIn, formatDay } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSchool } from '../../lib/school.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Meter } from '../../ui/meter.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type State = 'open' | 'closed' | 'expired' | 'used';
const tones: Readonly<Record<State, Tone>> = { open: 'ok', closed: 'neutral', expired: 'empty', used: 'info' };
/** `today`: the day in the school's calendar, by which codes expire. */
const stateOf = ({ abierto, vence, otorgadas, becas }: ScholarshipCodeRecord, today: string): State => {
  if (!abierto) return 'closed';
  if (vence !== null && vence < today) return 'expired';
  return otorgadas >= becas ? 'used' : 'open';
};

/** The codes, the newest first. */
export function Codes({ onGrants }: { onGrants: (code: ScholarshipCodeRecord) => void }) {
  const { t } = useTranslation(['scholarships', 'history']);
  const today = dayIn(useSchool().zona);
  const cursor = usePageCursor('codigos');
  const expiring = useAddress().get('codigos') === 'por-vencer';
  const list = api.useListScholarshipCodesQuery(expiring ? { estado: 'por-vencer' } : { limit: 25, ...(cursor && { cursor }) });
  const courses = api.useListCoursesQuery({ todos: '1' });
  const [closing, setClosing] = useState<ScholarshipCodeRecord | null>(null);
  const [reading, setReading] = useState<ScholarshipCodeRecord | null>(null);
  const { save } = useSave();
  const [close] = api.useCloseScholarshipCodeMutation();
  const nameOf = ({ organizacion }: ScholarshipCodeRecord) => organizacion ?? t('nameless');
  const courseOf = ({ id_curso }: ScholarshipCodeRecord) => courses.data?.find(({ id }) => id === id_curso)?.nombre ?? `#${id_curso}`;
  const columns: readonly Column<ScholarshipCodeRecord>[] = [
    {
      id: 'codigo',
      label: t('columns.code'),
      head: true,
      cell: (code) => {
        const state = stateOf(code, today);
        return (
          <>
            {nameOf(code)} <StatusTag tone={tones[state]}>{t(`codeState.${state}`)}</StatusTag>
            <span className="mono table-note">{code.codigo}</span>
          </>
        );
      },
    },
    {
      id: 'para',
      label: t('columns.for'),
      cell: (code) => (
        <span>
          {code.id_curso === null ? t('any') : t('forCourse', { course: courseOf(code) })}
          {code.vence ? <span className="muted table-note">{t('until', { day: formatDay(code.vence, 'full') })}</span> : null}
        </span>
      ),
    },
    {
      id: 'usadas',
      label: t('columns.used'),
      cell: (code) => (
        <span className="scholarships-amount">
          {t('used', { granted: formatNumber(code.otorgadas), grants: formatNumber(code.becas) })}
          <Meter label={t('usedName', { organisation: nameOf(code) })} value={code.otorgadas} max={code.becas} />
        </span>
      ),
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (code) => (
        <RowActs
          label={t('moreOf', { organisation: nameOf(code) })}
          acts={[
            {
              id: 'becas',
              label: t('grantsOf'),
              name: t('grantsOfCode', { organisation: nameOf(code) }),
              onAct: () => onGrants(code),
            },
            ...(code.abierto ? [{ id: 'cerrar', label: t('closeCodeConfirm'), onAct: () => setClosing(code), writes: true }] : []),
            { id: 'historial', label: t('history:title'), onAct: () => setReading(code) },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <Filters label={t('codes')}>
        <ChoiceFilter
          name="codigos"
          label={t('codesShown')}
          all={t('allCodes')}
          choices={[{ value: 'por-vencer', label: t('expiring') }]}
        />
      </Filters>
      <DataTable
        name="codigos"
        caption={t('codes')}
        columns={columns}
        rows={list.data?.codigos}
        next={list.data?.siguiente ?? null}
        rowId={({ id }) => id}
        query={list}
        failed={t('codesFailed')}
        flash={({ otorgadas, abierto }) => `${otorgadas} ${abierto}`}
        empty={<Empty title={t(expiring ? 'noExpiring' : 'noCodes')}>{t(expiring ? 'noExpiringHint' : 'noCodesHint')}</Empty>}
        bones={4}
      />
      <Confirm
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={t('closeCodeTitle')}
        confirmLabel={t('closeCodeConfirm')}
        danger
        reason={{ of: `codigo.${closing?.id}` }}
        onConfirm={async (motivo) => {
          if (!closing) return;
          const { id } = closing;
          await save(() => close({ codigoId: id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('codeClosed') });
        }}
      >
        <p>{closing ? t('closeCodeText', { count: closing.becas - closing.otorgadas, organisation: nameOf(closing) }) : ''}</p>
      </Confirm>
      {reading ? (
        <Dialog
          open
          onClose={() => setReading(null)}
          title={t('history:titleOf', { name: t('codeOf', { organisation: nameOf(reading) }) })}
          side="right"
        >
          <HistoryPart of={{ of: 'code', codeId: reading.id }} />
        </Dialog>
      ) : null}
    </>
  );
}
