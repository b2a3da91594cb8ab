import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ComparisonRecord, ReportLineInput } from '../../../../backend/api/contract/comparisons.ts';
import { api } from '../../api/api.ts';
import { dayIn, formatDay } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { StatCard, StatGrid, toneAt } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { OpenComparisons } from './open-comparisons.tsx';
import { hashOf, MOST_REPORT_BYTES, type ReadReport, readReport } from './report-file.ts';
import './texts.ts';
import { CSV_TYPES } from '../../lib/csv.ts';
import { FileButton } from '../../ui/file-button.tsx';

type Difference = ComparisonRecord['diferencias'][number];
type Problem = Extract<ReadReport, { problem: string }>['problem'] | 'tooLarge';
interface Chosen {
  name: string;
  hash: string;
  lines: ReportLineInput[];
}

/** Compares the school's payments with Stripe's report, line by line. */
export function Comparison() {
  const { t } = useTranslation('payments');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [days, setDays] = useState({ desde: '', hasta: '' });
  const [result, setResult] = useState<ComparisonRecord | null>(null);
  const [compare] = api.useComparePaymentsMutation();
  const { act, busy } = useSave();
  const pick = async (file: File) => {
    setChosen(null);
    setResult(null);
    if (file.size > MOST_REPORT_BYTES) return setProblem('tooLarge');
    const bytes = await file.arrayBuffer();
    const read = readReport(new TextDecoder().decode(bytes));
    if ('problem' in read) return setProblem(read.problem);
    setProblem(null);
    setDays({ desde: dayIn(undefined, read.from), hasta: dayIn(undefined, read.to) });
    setChosen({ name: file.name, hash: await hashOf(bytes), lines: read.lines });
  };
  const ready = chosen !== null && days.desde !== '' && days.hasta !== '';
  return (
    <div className="stack">
      <OpenComparisons />
      <p>{t('compare.lead')}</p>
      <p className="muted">{t('compare.how')}</p>
      <p className="row">
        <FileButton label={t('compare.choose')} accept={CSV_TYPES} onChoose={(file) => void pick(file)} disabled={busy}>
          {t(chosen ? 'compare.other' : 'compare.choose')}
        </FileButton>
        {chosen ? (
          <span>
            <strong>{chosen.name}</strong> · {t('compare.lines', { count: chosen.lines.length, shown: formatNumber(chosen.lines.length) })}
          </span>
        ) : null}
      </p>
      {problem ? (
        <p className="field-error" role="alert">
          {t(`compare.problem.${problem}`)}
        </p>
      ) : null}
      {chosen ? (
        <div className="row receipts-month">
          {(['desde', 'hasta'] as const).map((end) => (
            <DateField
              key={end}
              label={t(`compare.${end}`)}
              value={days[end]}
              onChange={(day) => setDays((now) => ({ ...now, [end]: day }))}
            />
          ))}
          <button
            data-writes
            type="button"
            className="btn"
            aria-disabled={busy || !ready}
            onClick={() =>
              ready
                ? void act(() => compare({ ...days, archivo: chosen.hash, renglones: chosen.lines }).unwrap(), {
                    done: t('compare.done'),
                  }).then((done) => done && setResult(done))
                : undefined
            }
          >
            {t('compare.go')}
          </button>
        </div>
      ) : null}
      {result ? <Result result={result} /> : null}
    </div>
  );
}

function Result({ result }: { result: ComparisonRecord }) {
  const { t } = useTranslation('payments');
  const { cifras, comisiones, diferencias, total_diferencias: total } = result;
  const columns: readonly Column<Difference>[] = [
    {
      id: 'que',
      label: t('compare.columns.what'),
      head: true,
      cell: ({ tipo, orilla, dia }) => (
        <>
          <span className="row">
            <StatusTag tone={orilla ? 'now' : 'urgent'}>{t(`compare.kinds.${tipo}`)}</StatusTag>
          </span>
          <span className="muted table-note">{formatDay(dia)}</span>
          {orilla ? <span className="muted table-note">{t('compare.edge')}</span> : null}
        </>
      ),
    },
    {
      id: 'pago',
      label: t('compare.columns.payment'),
      cell: ({ pedido, pago, linea }) => (
        <>
          {pedido ? (
            <Link to={`${officePaths.adminPeople}?persona=${pedido.id_usuario}`}>
              <span lang="es">{pedido.titulo}</span> · {pedido.id_usuario}-{pedido.id}
            </Link>
          ) : null}
          {pago ? <span className="mono muted table-note">{pago}</span> : null}
          {linea === null ? null : <span className="muted table-note">{t('compare.line', { line: linea })}</span>}
        </>
      ),
    },
    { id: 'reporte', label: t('compare.columns.report'), numeric: true, cell: ({ reporte, moneda }) => money(reporte, moneda) },
    { id: 'escuela', label: t('compare.columns.school'), numeric: true, cell: ({ escuela, moneda }) => money(escuela, moneda) },
    {
      id: 'diferencia',
      label: t('compare.columns.difference'),
      numeric: true,
      cell: ({ reporte, escuela, moneda }) => money(Math.round((reporte - escuela) * 100) / 100, moneda),
    },
  ];
  return (
    <section className="stack" aria-labelledby="comparacion">
      <h2 id="comparacion">{total === 0 ? t('compare.balances') : t('compare.differs', { count: total, shown: formatNumber(total) })}</h2>
      <p>
        {t('compare.said', {
          from: formatDay(result.desde),
          to: formatDay(result.hasta),
          lines: formatNumber(result.renglones),
          matched: formatNumber(result.coinciden),
        })}
      </p>
      <StatGrid label={t('compare.figures')}>
        {cifras.flatMap(({ moneda, cobrado, devuelto, disputas, otros }, at) => [
          <StatCard
            key={`${moneda}-cobrado`}
            label={t('compare.taken', { currency: moneda })}
            value={money(cobrado.reporte, moneda)}
            note={t('compare.bySchool', { amount: money(cobrado.escuela, moneda) })}
            tone={toneAt(at * 2)}
          />,
          <StatCard
            key={`${moneda}-devuelto`}
            label={t('compare.returned', { currency: moneda })}
            value={money(devuelto.reporte, moneda)}
            note={t('compare.bySchool', { amount: money(devuelto.escuela, moneda) })}
            tone={toneAt(at * 2 + 1)}
          />,
          ...(disputas === 0 && otros === 0
            ? []
            : [
                <StatCard
                  key={`${moneda}-otros`}
                  label={t('compare.others', { currency: moneda })}
                  value={money(Math.round((disputas + otros) * 100) / 100, moneda)}
                  definition={t('compare.othersHelp')}
                  tone={toneAt(at)}
                />,
              ]),
        ])}
        {comisiones.map(({ moneda, total: fees }, at) => (
          <StatCard
            key={`${moneda}-comision`}
            label={t('compare.fees', { currency: moneda })}
            value={money(fees, moneda)}
            tone={toneAt(at + 2)}
          />
        ))}
      </StatGrid>
      {total > diferencias.length ? <p className="muted">{t('compare.most', { count: diferencias.length })}</p> : null}
      <DataTable
        caption={t('compare.table')}
        name="diferencias"
        columns={columns}
        rows={diferencias}
        rowId={({ tipo, pago, linea, moneda, pedido }) => [tipo, pago, linea, moneda, pedido?.id_usuario, pedido?.id].join(' ')}
        query={{ isFetching: false, error: undefined, refetch: () => undefined }}
        failed={t('failed')}
        empty={<Empty title={t('compare.balances')}>{t('compare.balancesText')}</Empty>}
      />
    </section>
  );
}
