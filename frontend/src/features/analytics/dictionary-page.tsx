import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { LiveCards } from '../../domain/live-cards/live-cards.tsx';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Spark } from '../../ui/charts.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useFlash } from '../../ui/stat-card.tsx';
import { CheckFilter, ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { type EventType, filtered, grouped, summaryIn } from './dictionary.ts';
import { TypeDetail } from './type-detail.tsx';
import './analytics.css';
import './texts.ts';

export function Component() {
  const { t, i18n } = useTranslation('analytics');
  const { get, put } = useAddress();
  const query = api.useEventDictionaryQuery();
  const { data } = query;
  const text = get('buscar') ?? '';
  const category = get('categoria');
  const personal = get('personales') === '1';
  const chosen = get('tipo');
  const nameOf = ({ es, en }: EventType['nombreCategoria']) => (i18n.language === 'en' ? en : es);
  /** Sorted by the name that is shown. */
  const parts = (types: readonly EventType[]) =>
    grouped(types).toSorted((a, b) => nameOf(a.called).localeCompare(nameOf(b.called), i18n.language));
  const shown = data && filtered(data, { text, category, personal });
  const entry = data?.find(({ tipo }) => tipo === chosen);
  /** Matches of a search are expanded; without a search, only the group of the event that is open. */
  const narrowed = text.trim() !== '' || category !== null || personal;
  const total = sumOf(data ?? []);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={data ? <span className="muted num">{t('totalEvents', { count: total, written: formatNumber(total) })}</span> : null}
    >
      <LiveCards />
      {data ? null : <QueryState of={query} failed={t('loadError')} rows={12} />}
      {data?.length === 0 ? <Empty title={t('empty')} /> : null}
      {data && shown && data.length > 0 ? (
        <div className="dictionary" data-chosen={entry ? '' : undefined}>
          <div className="dictionary-list">
            <Filters>
              <SearchFilter label={t('search')} placeholder={t('searchPlaceholder')} />
              <ChoiceFilter
                name="categoria"
                label={t('category')}
                all={t('all')}
                choices={parts(data).map(({ category: value, called, types }) => ({
                  value,
                  label: `${nameOf(called)} (${types.length})`,
                }))}
              />
              <CheckFilter name="personales" label={t('personalOnly')} />
              <p className="muted" role="status">
                {t('count', { count: shown.length })}
              </p>
            </Filters>
            {shown.length === 0 ? (
              <Empty
                title={t('none')}
                action={
                  <button type="button" className="btn alt" onClick={() => put({ buscar: null, categoria: null, personales: null })}>
                    {t('clear')}
                  </button>
                }
              />
            ) : (
              <nav aria-label={t('list')}>
                {parts(shown).map(({ category: id, called, types }) => (
                  <details key={`${id} ${narrowed}`} open={narrowed || id === entry?.categoria}>
                    <summary>
                      <h2>{nameOf(called)}</h2>
                      <span className="muted dictionary-types">{t('count', { count: types.length })}</span>
                      <span className="muted num dictionary-sum">{formatNumber(sumOf(types))}</span>
                    </summary>
                    <ul>
                      {types.map((type) => (
                        <TypeRow
                          key={type.tipo}
                          type={type}
                          current={type.tipo === chosen}
                          onChoose={() => put({ tipo: type.tipo }, true)}
                        />
                      ))}
                    </ul>
                  </details>
                ))}
              </nav>
            )}
          </div>
          {entry ? (
            <TypeDetail key={entry.tipo} type={entry} category={nameOf(entry.nombreCategoria)} onBack={() => put({ tipo: null }, true)} />
          ) : (
            <Busiest types={data} onChoose={(type) => put({ tipo: type }, true)} />
          )}
        </div>
      ) : null}
    </Page>
  );
}

const sumOf = (types: readonly EventType[]): number => types.reduce((sum, { cantidad }) => sum + cantidad, 0);

const BUSIEST = 12;
/** Until an event is chosen: the most frequent ones. */
function Busiest({ types, onChoose }: { types: readonly EventType[]; onChoose: (type: string) => void }) {
  const { t } = useTranslation('analytics');
  const most = types
    .filter(({ cantidad }) => cantidad > 0)
    .sort((a, b) => b.cantidad - a.cantidad)
    .slice(0, BUSIEST);
  const first = most[0]?.cantidad || 1;
  return (
    <section className="card dictionary-busiest" aria-labelledby="frecuentes">
      <h2 id="frecuentes">{t('busiest')}</h2>
      <p className="muted">{t('choose')}</p>
      <ol>
        {most.map(({ tipo, cantidad }) => (
          <li key={tipo}>
            <button type="button" onClick={() => onChoose(tipo)}>
              <span className="mono">{tipo}</span>
              <span className="num">{formatNumber(cantidad)}</span>
              <span className="dictionary-bar" style={{ '--share': `${(100 * cantidad) / first}%` } as React.CSSProperties} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TypeRow = memo(
  function TypeRow({ type, current, onChoose }: { type: EventType; current: boolean; onChoose: () => void }) {
    const { t, i18n } = useTranslation('analytics');
    const summary = summaryIn(i18n.language, type);
    const flash = useFlash<HTMLLIElement>(type.cantidad);
    const month = type.dias.reduce((sum, count) => sum + count, 0);
    return (
      <li ref={flash}>
        <button type="button" onClick={onChoose} aria-current={current ? 'true' : undefined}>
          <span className="dictionary-name">
            <strong className="mono">{type.tipo}</strong>
            <span lang={summary.lang} className="muted">
              {summary.text}
            </span>
          </span>
          {month > 0 ? (
            <Spark
              title={t('trend', { type: type.tipo, total: formatNumber(month), today: formatNumber(type.dias.at(-1) ?? 0) })}
              values={type.dias}
              width={84}
              height={26}
            />
          ) : (
            <span />
          )}
          <span className="dictionary-count">
            <strong className="mono">{formatNumber(type.cantidad)}</strong>
            <span className="muted">{type.ultimo ? formatRelative(type.ultimo) : t('never')}</span>
          </span>
        </button>
      </li>
    );
  },
  (a, b) => a.type === b.type && a.current === b.current,
);
