import { IconDownload, IconPin, IconPinnedOff, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { type cardViews, SQL_TABLE_MORE, type SqlTable, sqlTables } from '../../../../backend/api/contract/choices.ts';
import type { SavedQuery } from '../../../../backend/api/contract/sql.ts';
import { api } from '../../api/api.ts';
import { chartsOf } from '../../domain/live-cards/query-chart.ts';
import { csvOf, saveCsv } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Area, Bars } from '../../ui/charts.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { FieldFrame } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';
import { examples, tableColumns } from './sql-examples.ts';
import { mistakeIn } from './sql-mistakes.ts';
import { type Answer, useQuestion } from './sql-question.ts';
import './sql-page.css';
import './texts.ts';

type CardView = (typeof cardViews)[number];
const MOST_OF_SQL = 4_000;
/** The table of all events. */
const EVENTS = 'eventos';
/** Errors about the question itself, which its author can correct; any other error takes the place of the answer. */
const ofTheQuestion = ['QUERY_INVALID', 'QUERY_READ_ONLY', 'QUERY_TOO_LONG', 'QUERY_TOO_LARGE', 'MALFORMED'];

/** SQL queries over the log. The query is in the address, so that a link runs the same one. */
export function Component() {
  const { t } = useTranslation('analytics');
  const { get, put } = useAddress();
  const asked = get('sql')?.slice(0, MOST_OF_SQL) ?? null;
  const [sql, setSql] = useState(asked ?? examples.types);
  const { answer, error, running, stopped, prepared, behind, ask, cancel } = useQuestion(asked);
  const errorText = useErrorText();
  const failure = error ? toFailure(error) : null;
  const wrong = failure && ofTheQuestion.includes(failure.code);
  const send = (text = sql) => {
    if (text.trim() === '') return;
    put({ sql: text.trim() });
    ask(text.trim());
  };
  const said = (wrong && failure.fields[0]?.message) || '';
  const mistake = mistakeIn(said);
  const explained = mistake && [
    t(`sql.mistake.${mistake.kind}`, { name: mistake.name }),
    mistake.near ? t('sql.near', { near: mistake.near }) : '',
    mistake.kind === 'column' || mistake.kind === 'noFrom' ? t('sql.quotes') : '',
  ];
  const refusal = wrong ? (explained?.filter(Boolean).join(' ') ?? errorText(error)) : '';
  return (
    <Page title={t('sql.title')} lead={t('sql.lead')}>
      <div className="card sql-form">
        <FieldFrame label={t('sql.question')} hint={t('sql.hint')} error={refusal} aside={<Kept sql={sql} onChoose={setSql} />}>
          {(control) => (
            <textarea
              {...control}
              className="entry mono sql-entry"
              rows={Math.min(16, Math.max(5, sql.split('\n').length + 1))}
              maxLength={MOST_OF_SQL}
              spellCheck={false}
              autoCapitalize="off"
              value={sql}
              onChange={({ target }) => setSql(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                send();
              }}
            />
          )}
        </FieldFrame>
        {failure?.code === 'QUERY_INVALID' && said ? (
          <details className="sql-detail">
            <summary>{t('sql.detail')}</summary>
            <pre className="mono muted" lang="en">
              {said}
            </pre>
          </details>
        ) : null}
        <div className="row">
          {running ? (
            <button type="button" className="btn alt" onClick={cancel}>
              <IconPlayerStop size={18} aria-hidden="true" /> {t('sql.cancel')}
            </button>
          ) : (
            <button type="button" onClick={() => send()} className="btn" disabled={sql.trim() === ''}>
              <IconPlayerPlay size={18} aria-hidden="true" /> {t('sql.ask')}
            </button>
          )}
          <p className="muted" role="status">
            {prepared !== null && behind ? (
              <>
                {t('sql.preparingTable')}{' '}
                <span className="mono" lang="es">
                  {behind.nombre}
                </span>
                : {t('sql.lacking', { count: behind.faltan, written: formatNumber(behind.faltan) })}
              </>
            ) : null}
            {prepared !== null && !behind ? t('sql.preparing', { count: prepared, written: formatNumber(prepared) }) : null}
            {running && prepared === null ? t('sql.running') : null}
            {stopped ? t('sql.stopped') : null}
            {!running && !stopped && answer && !error ? <AnswerFacts answer={answer} /> : null}
          </p>
        </div>
        <Tables />
      </div>
      {error && !wrong ? (
        <ErrorState title={t('sql.failed')} error={error} onRetry={() => send()} retrying={running} inline={answer !== null} />
      ) : null}
      {running && !answer ? (
        <Skeleton>
          <RowsSkeleton rows={6} />
        </Skeleton>
      ) : null}
      {answer ? <Answered answer={answer} sql={get('sql') ?? ''} stale={running || stopped || error !== null} /> : null}
      {answer || running || error ? null : (
        <Starters
          onChoose={(text) => {
            setSql(text);
            send(text);
          }}
        />
      )}
    </Page>
  );
}

/** Where the answer will be: queries that can be asked with one press, those that somebody saved first. */
function Starters({ onChoose }: { onChoose: (sql: string) => void }) {
  const { t } = useTranslation('analytics');
  const { data = [] } = api.useListQueriesQuery();
  const ready = [
    ...data.map(({ id, nombre, sql }) => ({ id, name: nombre, sql })),
    ...(Object.keys(examples) as (keyof typeof examples)[]).map((id) => ({ id, name: t(`sql.example.${id}`), sql: examples[id] })),
  ];
  return (
    <section className="stack" aria-labelledby="sql-starters">
      <h2 id="sql-starters">{t('sql.starters')}</h2>
      <ul className="sql-starters">
        {ready.map(({ id, name, sql }) => (
          <li key={id} className="card">
            <button type="button" onClick={() => onChoose(sql)}>
              {name}
            </button>
            <pre className="mono muted" lang="es">
              {sql}
            </pre>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The tables that can be queried: the events, each column explained, and the read models by their names. */
function Tables() {
  const { t } = useTranslation('analytics');
  return (
    <details className="sql-columns">
      <summary>{t('sql.columns')}</summary>
      <p>
        <strong className="mono" lang="es">
          {EVENTS}
        </strong>{' '}
        <span className="muted">{t('sql.table.eventos')}</span>
      </p>
      <dl>
        {tableColumns.map((name) => (
          <div key={name}>
            <dt className="mono" lang="es">
              {name}
            </dt>
            <dd>{t(`sql.column.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{t('sql.models')}</p>
      <dl>
        {(Object.keys(sqlTables) as SqlTable[]).map((name) => (
          <div key={name}>
            <dt className="mono" lang="es">
              {name}
            </dt>
            <dd>
              {t(`sql.table.${name}`)}{' '}
              <span className="mono" lang="es">
                {Object.keys({ ...sqlTables[name], ...SQL_TABLE_MORE }).join(', ')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function AnswerFacts({ answer: { filas, milisegundos, eventos } }: { answer: Answer }) {
  const { t } = useTranslation('analytics');
  const seconds = (milisegundos / 1_000).toFixed(milisegundos < 100 ? 3 : 1);
  return (
    <>
      {t('sql.rows', { count: filas.length, written: formatNumber(filas.length) })} · {t('sql.seconds', { seconds })} ·{' '}
      {t('sql.events', { count: eventos, written: formatNumber(eventos) })}
    </>
  );
}

function Answered({ answer, sql, stale }: { answer: Answer; sql: string; stale: boolean }) {
  const { t } = useTranslation('analytics');
  const { get, put } = useAddress();
  const { charts, apart } = useMemo(() => chartsOf(answer), [answer]);
  const views = ['tabla', 'barras', 'linea'] as const;
  const view = views.find((one) => one === get('vista')) ?? 'tabla';
  const { columnas, filas, cortado } = answer;
  if (filas.length === 0) return <Empty title={t('sql.none')} />;
  const Chart = view === 'linea' ? Area : Bars;
  return (
    <section className="sql-answer" data-stale={stale || undefined} aria-label={t('sql.answer')}>
      {charts.length === 0 ? (
        <AnswerTable answer={answer} />
      ) : (
        <Tabs
          label={t('sql.view')}
          value={view}
          tabs={views.map((id) => ({ id, label: t(`sql.views.${id}`) }))}
          onChange={(id) => put({ vista: id === 'tabla' ? null : id })}
        >
          {view === 'tabla' ? (
            <AnswerTable answer={answer} />
          ) : (
            <div className="stack">
              {apart ? <p className="muted">{t('sql.apart')}</p> : null}
              <div className="sql-charts">
                {charts.map(({ at, of, data, least }) => {
                  const title = t('sql.chart', { what: of, by: columnas[0] ?? '' });
                  return <Chart key={at} heading height={260} least={least} title={title} data={data} format={formatNumber} />;
                })}
              </div>
            </div>
          )}
        </Tabs>
      )}
      {cortado ? <p className="muted">{t('sql.cut', { count: filas.length, written: formatNumber(filas.length) })}</p> : null}
      <div className="row">
        <button
          type="button"
          className="btn alt"
          onClick={() => saveCsv('consulta.csv', csvOf([columnas, ...filas.map((row) => row.map((cell) => cell ?? ''))]))}
        >
          <IconDownload size={18} aria-hidden="true" /> {t('sql.take')}
        </button>
        <Pin sql={sql} view={view} />
      </div>
    </section>
  );
}

/** Pins the query, as its answer is shown now, as a live card; a query that is not saved yet is first given a name. */
function Pin({ sql, view }: { sql: string; view: CardView }) {
  const { t } = useTranslation('analytics');
  const user = useSessionUser();
  const { data } = api.useListQueriesQuery();
  const [pin] = api.usePinQueryMutation();
  const [unpin] = api.useUnpinQueryMutation();
  const { act, busy } = useSave();
  const [naming, setNaming] = useState(false);
  if (!data || sql === '' || (user.user_role !== role.admin && user.user_role !== role.analyst)) return null;
  const kept = data.find((one) => one.sql === sql);
  const card = kept?.tarjeta ?? null;
  const put = (consulta: string) => act(() => pin({ consulta, body: { vista: view } }).unwrap(), { done: t('sql.pinned') });
  return (
    <>
      {card?.vista === view ? null : (
        <button
          type="button"
          className="btn alt"
          aria-disabled={busy}
          {...(kept ? {} : { 'aria-haspopup': 'dialog' as const })}
          onClick={() => (kept ? void put(kept.id) : setNaming(true))}
        >
          <IconPin size={18} aria-hidden="true" /> {t(card ? 'sql.pinThus' : 'sql.pin')}
        </button>
      )}
      {kept && card ? (
        <>
          <button
            type="button"
            className="btn alt"
            aria-disabled={busy}
            onClick={() => void act(() => unpin(kept.id).unwrap(), { done: t('sql.unpinned') })}
          >
            <IconPinnedOff size={18} aria-hidden="true" /> {t('sql.unpin')}
          </button>
          <Link to={paths.analytics}>{t('sql.cards')}</Link>
        </>
      ) : null}
      {naming ? <Naming sql={sql} onClose={() => setNaming(false)} onKept={(id) => void put(id)} /> : null}
    </>
  );
}

/** The heading of a number column is aligned to the right, as its numbers are. */
const isOfNumbers = (rows: readonly (readonly unknown[])[], column: number): boolean =>
  rows.some((row) => typeof row[column] === 'number') && rows.every((row) => row[column] === null || typeof row[column] === 'number');

function AnswerTable({ answer: { columnas, filas } }: { answer: Answer }) {
  const { t } = useTranslation('analytics');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="sql-table" tabIndex={0}>
      <table>
        <caption className="sr">{t('sql.answer')}</caption>
        <thead>
          <tr>
            {columnas.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
              <th key={index} scope="col" className="mono" data-number={isOfNumbers(filas, index) || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filas.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown as they came
            <tr key={at}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index} data-number={typeof cell === 'number' || undefined}>
                  {cell === null ? <span className="muted">{t('sql.nothing')}</span> : typeof cell === 'number' ? formatNumber(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Example queries and saved ones; the written query can be saved under a name. */
function Kept({ sql, onChoose }: { sql: string; onChoose: (sql: string) => void }) {
  const { t } = useTranslation('analytics');
  const user = useSessionUser();
  const { data = [] } = api.useListQueriesQuery();
  const [remove] = api.useRemoveQueryMutation();
  const [keep] = api.useSaveQueryMutation();
  const { act } = useSave();
  const [naming, setNaming] = useState(false);
  const may = user.user_role === role.admin || user.user_role === role.analyst;
  const written = sql.trim();
  const chosen = data.find((one) => one.sql === written);
  const example = Object.entries(examples).find(([, text]) => text === written)?.[0];
  const forget = ({ id, nombre, sql: text }: SavedQuery) =>
    void act(() => remove(id).unwrap(), {
      done: t('sql.removed', { name: nombre }),
      offer: {
        action: { label: t('sql.undo'), onClick: () => void act(() => keep({ nombre, sql: text }).unwrap(), { done: t('sql.kept') }) },
      },
    });
  return (
    <div className="row">
      <select
        className="entry sql-kept"
        aria-label={t('sql.choose')}
        value={chosen?.id ?? example ?? ''}
        onChange={({ target }) => {
          const text = data.find(({ id }) => id === target.value)?.sql ?? examples[target.value as keyof typeof examples];
          if (text) onChoose(text);
        }}
      >
        <option value="" disabled>
          {t('sql.choose')}
        </option>
        {data.length > 0 ? (
          <optgroup label={t('sql.ofSchool')}>
            {data.map(({ id, nombre }) => (
              <option key={id} value={id}>
                {nombre}
              </option>
            ))}
          </optgroup>
        ) : null}
        <optgroup label={t('sql.examples')}>
          {(Object.keys(examples) as (keyof typeof examples)[]).map((name) => (
            <option key={name} value={name}>
              {t(`sql.example.${name}`)}
            </option>
          ))}
        </optgroup>
      </select>
      {may && chosen?.suya ? (
        <button type="button" className="link" onClick={() => forget(chosen)}>
          {t('sql.remove')}
        </button>
      ) : null}
      {may && !chosen && !example && written !== '' ? (
        <button type="button" className="link" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t('sql.keep')}
        </button>
      ) : null}
      {naming ? <Naming sql={written} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

/** `onKept`: called once the query is saved under a name. */
function Naming({ sql, onClose, onKept }: { sql: string; onClose: () => void; onKept?: (id: string) => void }) {
  const { t } = useTranslation('analytics');
  const [keep] = api.useSaveQueryMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ nombre: z.string().trim().min(1, t('sql.nameMissing')).max(60) }), [t]);
  const form = useForm({ schema, initial: () => ({ nombre: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('sql.keepTitle')}
      send={t('sql.save')}
      sending={t('sql.saving')}
      onClose={onClose}
      of="analitica.consulta"
      onSend={async ({ nombre }) => {
        await save(() => keep({ nombre, sql }).unwrap(), {
          ...(!onKept && { done: t('sql.kept') }),
          after({ id }) {
            onClose();
            onKept?.(id);
          },
        });
      }}
    >
      <TextField name="nombre" label={t('sql.name')} hint={t('sql.nameHint')} maxLength={60} required />
    </FormDialog>
  );
}
