import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import type { Query } from '../../ui/query-state.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import './projections.css';
import './texts.ts';

/** A dead letter of any kind. */
interface Letter {
  id: string;
  intentos: number;
  /** ISO UTC. */
  fecha: string;
}
interface Reason {
  motivo?: string;
}
interface Props<Row extends Letter> {
  /** The namespace of its texts. */
  of: 'mail' | 'reactions';
  /** Its id in the page's address: links lead to it. */
  id: string;
  /** Prefix of the table's names in the address. */
  name: string;
  rows: readonly Row[] | undefined;
  query: Query;
  /** Columns before the attempts, the first naming the row, and after them. */
  columns: { before: readonly [Column<Row>, ...Column<Row>[]]; after: readonly Column<Row>[] };
  /** Accessible name of a row's button. */
  retryOf: (row: Row) => string;
  /** By default every row can be retried. */
  canRetry?: (row: Row) => boolean;
  /** Shown beside the heading. */
  state: React.ReactNode;
  /** Shown before the rows, once they are loaded. */
  children: React.ReactNode;
  onRetry: (row: Row, reason: Reason) => Promise<unknown>;
  /** Returns how many are retried. */
  onRetryAll: (reason: Reason) => Promise<number>;
}

/** A list of dead letters, to retry one or all of them: with a reason, recorded. */
export function DeadLetters<Row extends Letter>({
  of,
  id,
  name,
  rows,
  query,
  columns,
  retryOf,
  canRetry = () => true,
  state,
  children,
  onRetry,
  onRetryAll,
}: Props<Row>) {
  const { t } = useTranslation('projections');
  const [asked, setAsked] = useState<Row | 'all' | null>(null);
  const count = rows?.filter(canRetry).length ?? 0;
  const all = asked === 'all';
  const [head, ...before] = columns.before;
  const shown: readonly Column<Row>[] = [
    { ...head, head: true },
    {
      id: 'acto',
      label: t('letters.act'),
      cell: (row) =>
        canRetry(row) ? (
          <button data-writes type="button" className="link" onClick={() => setAsked(row)} aria-label={retryOf(row)}>
            {t(`${of}.retry`)}
          </button>
        ) : (
          '—'
        ),
    },
    ...before,
    { id: 'intentos', label: t('letters.attempts'), sort: ({ intentos }) => intentos, cell: ({ intentos }) => intentos },
    ...columns.after,
    {
      id: 'fecha',
      label: t('letters.at'),
      sort: ({ fecha }) => Date.parse(fecha),
      cell: ({ fecha }) => <time dateTime={fecha}>{formatDateTime(fecha)}</time>,
    },
  ];
  return (
    <section className="card interior" aria-labelledby={id}>
      <header className="interior-head">
        <h2 id={id}>{t(`${of}.title`)}</h2>
        {state}
      </header>
      {rows ? children : null}
      {count > 1 ? (
        <div>
          <button data-writes type="button" className="btn alt" onClick={() => setAsked('all')}>
            {t(`${of}.retryAll`, { count })}
          </button>
        </div>
      ) : null}
      <DataTable
        name={name}
        caption={t(`${of}.title`)}
        columns={shown}
        rows={rows}
        rowId={(row) => row.id}
        query={query}
        failed={t(`${of}.loadError`)}
        empty={null}
        bones={1}
        dense
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={all ? t(`${of}.retryAllTitle`) : t(`${of}.retry`)}
        confirmLabel={all ? t(`${of}.retryAll`, { count }) : t(`${of}.retry`)}
        reason={{ of: `${name}.${all ? asked : asked?.id}` }}
        onConfirm={async (motivo) => {
          if (!asked) return;
          const reason = motivo ? { motivo } : {};
          if (asked === 'all') notify.success(t(`${of}.doneAll`, { count: await onRetryAll(reason) }));
          else {
            await onRetry(asked, reason);
            notify.success(t(`${of}.done`));
          }
          void query.refetch();
        }}
      >
        <p>{t(all ? `${of}.askAll` : `${of}.ask`)}</p>
      </Confirm>
    </section>
  );
}
