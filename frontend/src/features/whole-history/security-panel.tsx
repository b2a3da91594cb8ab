import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { ChoiceFilter } from '../../ui/table/filters.tsx';
import './texts.ts';

type Row = AnswerOf<'securitySummary'>['personas'][number];
const DAYS = ['1', '7', '30', '90'] as const;

/** For each person: refused calls, and reads of other people's data. */
export function SecurityPanel() {
  const { t } = useTranslation('wholeHistory');
  const { get, put } = useAddress();
  const dias = DAYS.find((days) => days === get('dias')) ?? '30';
  const list = api.useSecuritySummaryQuery(dias);
  const count = (id: 'negadas' | 'lecturas' | 'reveladas' | 'vistas' | 'descargas' | 'asistente'): Column<Row> => ({
    id,
    label: t(`security.${id}`),
    numeric: true,
    sort: (row) => row[id],
    cell: (row) => (row[id] > 0 ? formatNumber(row[id]) : <span className="muted">0</span>),
  });
  const columns: Column<Row>[] = [
    {
      id: 'persona',
      label: t('security.person'),
      head: true,
      sort: ({ quien }) => quien.nombre,
      cell: ({ quien }) => (
        <button
          type="button"
          className="link"
          onClick={() => put({ quien: String(quien.id), 'seguridad-pagina': null, pagina: null }, true)}
        >
          {quien.nombre}
        </button>
      ),
    },
    count('negadas'),
    count('lecturas'),
    count('reveladas'),
    count('vistas'),
    count('descargas'),
    count('asistente'),
    {
      id: 'ultima',
      label: t('security.last'),
      sort: ({ ultima }) => ultima,
      cell: ({ ultima }) => <Moment at={ultima}>{formatRelative(ultima)}</Moment>,
    },
    {
      id: 'llamadas',
      label: t('security.calls'),
      hidden: true,
      cell: ({ llamadas }) =>
        llamadas.map(({ llamada, ruta, codigo, veces }) => (
          <p key={`${llamada} ${codigo}`} className="mono">
            {ruta ?? llamada} · {codigo} · {formatNumber(veces)}
          </p>
        )),
    },
  ];
  return (
    <section className="stack" aria-labelledby="seguridad">
      <div className="row security-head">
        <h2 id="seguridad">{t('security.title')}</h2>
        <ChoiceFilter
          name="dias"
          label={t('security.days')}
          all={t('security.in', { count: 30 })}
          choices={DAYS.filter((days) => days !== '30').map((value) => ({ value, label: t('security.in', { count: Number(value) }) }))}
        />
      </div>
      <p className="muted">{t('security.lead')}</p>
      <DataTable
        caption={t('security.title')}
        name="seguridad"
        columns={columns}
        rows={list.data?.personas}
        rowId={({ quien }) => String(quien.id)}
        query={list}
        failed={t('security.failed')}
        order="-negadas"
        pageSize={10}
        empty={<Empty title={t('security.none')}>{t('security.noneText')}</Empty>}
      />
      {list.data && list.data.mas > 0 ? <p className="muted">{t('security.more', { count: list.data.mas })}</p> : null}
    </section>
  );
}
