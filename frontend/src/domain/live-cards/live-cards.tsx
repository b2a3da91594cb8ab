import { IconPinnedOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LiveCard } from '../../../../backend/api/contract/sql.ts';
import { api } from '../../api/api.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { moved } from '../../lib/order.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Area, Bars } from '../../ui/charts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoveButtons, useMoves } from '../../ui/move-buttons.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';
import { chartsOf } from './query-chart.ts';
import './live-cards.css';
import './texts.ts';

/** How often the cards ask. The school answers from its cache and limits how often it runs the query itself, so asking often costs next to nothing. */
const LOOK_MS = 5_000;
const SHOWN_ROWS = 6;

/** The questions that analysts pinned, with answers that keep up with the log. Shows nothing where none is pinned. */
export function LiveCards() {
  const { t } = useTranslation('liveCards');
  const user = useSessionUser();
  const { data, error, isFetching, refetch } = api.useLiveCardsQuery(undefined, { pollingInterval: LOOK_MS, skipPollingIfUnfocused: true });
  const [order] = api.useOrderCardsMutation();
  const [pin] = api.usePinQueryMutation();
  const [unpin] = api.useUnpinQueryMutation();
  const { act, busy } = useSave();
  const { list, keep } = useMoves();
  const [said, setSaid] = useState('');
  const title = useId();
  const may = user.user_role === role.admin || user.user_role === role.analyst;
  const again = () => void refetch();
  if (error && !data) return <ErrorState title={t('failed')} error={error} onRetry={again} retrying={isFetching} inline />;
  if (!data || data.length === 0) return null;
  const ids = data.map(({ id }) => id);
  const move = (card: LiveCard, by: -1 | 1) => {
    const to = moved(ids, card.id, by);
    if (to === ids) return;
    keep(card.id, by);
    void act(() => order({ orden: [...to] }).unwrap(), {
      after: () => {
        again();
        setSaid(t('place', { name: card.nombre, place: to.indexOf(card.id) + 1, total: to.length }));
      },
    });
  };
  const remove = ({ id, nombre, vista }: LiveCard) =>
    void act(() => unpin(id).unwrap(), {
      done: t('removed', { name: nombre }),
      after: again,
      offer: {
        action: {
          label: t('undo'),
          onClick: () => void act(() => pin({ consulta: id, body: { vista } }).unwrap(), { done: t('back'), after: again }),
        },
      },
    });
  return (
    <section className="stack live-cards" aria-labelledby={title}>
      <div>
        <h2 id={title}>{t('title')}</h2>
        <p className="muted">{t('lead')}</p>
      </div>
      <span className="sr" role="status">
        {said}
      </span>
      <ol ref={list} aria-busy={busy}>
        {data.map((card, index) => (
          <li key={card.id} className="card">
            <Card card={card} />
            {may ? (
              <span className="row live-card-acts">
                <MoveButtons
                  id={card.id}
                  index={index}
                  total={data.length}
                  labelOf={(by) => t(by < 0 ? 'up' : 'down', { name: card.nombre })}
                  onMove={(by) => move(card, by)}
                />
                <button
                  data-writes
                  type="button"
                  className="btn icon alt"
                  aria-label={t('remove', { name: card.nombre })}
                  onClick={() => remove(card)}
                >
                  <IconPinnedOff size={18} aria-hidden="true" />
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Card({ card }: { card: LiveCard }) {
  const { t } = useTranslation('liveCards');
  const { nombre, sql, vista, respuesta, eventos, hecha, fallo } = card;
  const flash = useFlash<HTMLDivElement>(respuesta ? JSON.stringify(respuesta.filas) : undefined);
  const why = fallo === null ? null : (textOfCode(fallo) ?? t('unknown'));
  return (
    <div className="live-card" ref={flash}>
      <h3>
        <Link to={officePaths.question(sql, vista)} aria-label={t('open', { name: nombre })} lang="es">
          {nombre}
        </Link>
      </h3>
      {respuesta ? <Shown card={card} answer={respuesta} /> : null}
      <p className="muted live-card-when">
        {why !== null ? (respuesta ? t('old', { why }) : why) : null}{' '}
        {respuesta && hecha !== null
          ? t('answered', { when: formatRelative(hecha) })
          : why === null
            ? eventos > 0
              ? t('preparing', { count: eventos, written: formatNumber(eventos) })
              : t('waiting')
            : null}
      </p>
    </div>
  );
}

function Shown({ card, answer }: { card: LiveCard; answer: NonNullable<LiveCard['respuesta']> }) {
  const { t } = useTranslation('liveCards');
  const { columnas, filas, cortado } = answer;
  const written = (value: string | number | null) =>
    value === null ? <span className="muted">{t('nothing')}</span> : typeof value === 'number' ? formatNumber(value) : value;
  if (filas.length === 0) return <p>{t('none')}</p>;
  if (filas.length === 1 && columnas.length === 1) return <p className="live-card-value">{written(filas[0]?.[0] ?? null)}</p>;
  const { charts, apart } = card.vista === 'tabla' ? { charts: [], apart: false } : chartsOf(answer);
  if (charts.length > 0) {
    const Chart = card.vista === 'barras' ? Bars : Area;
    return (
      <>
        {apart ? <p className="muted">{t('apart')}</p> : null}
        {charts.map(({ at, of, data, least }) => (
          <Chart
            key={at}
            height={180}
            least={least}
            heading={charts.length > 1}
            title={`${card.nombre}: ${t('chart', { what: of, by: columnas[0] ?? '' })}`}
            data={data}
            format={formatNumber}
          />
        ))}
      </>
    );
  }
  const more = filas.length - SHOWN_ROWS;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="live-card-table" tabIndex={0}>
        <table>
          <caption className="sr">{card.nombre}</caption>
          <thead>
            <tr>
              {columnas.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
                <th key={index} scope="col" data-number={typeof filas[0]?.[index] === 'number' || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {filas.slice(0, SHOWN_ROWS).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown as they came
              <tr key={at}>
                {row.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index} data-number={typeof cell === 'number' || undefined}>
                    {written(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cortado ? <p className="muted">{t('over')}</p> : null}
      {!cortado && more > 0 ? <p className="muted">{t('more', { count: more, written: formatNumber(more) })}</p> : null}
    </>
  );
}
