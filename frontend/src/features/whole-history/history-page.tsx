import { KeptSearches } from '../../domain/searches/kept-searches.tsx';
import '../../i18n/table.ts';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { dayIn, formatDay, formatTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useOneColumn } from '../../lib/use-narrow.ts';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { SearchFilter } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FactDialog } from './fact-dialog.tsx';
import { FactFilters } from './fact-filters.tsx';
import { IntegrityPanel } from './integrity-panel.tsx';
import { useThingName } from './names.ts';
import { SecurityPanel } from './security-panel.tsx';
import { type Fact, type FactsPage, FILTERS, keyOf, useFactFilters, useFacts, type View } from './use-facts.ts';
import './history-page.css';
import './texts.ts';

const LanesPanel = lazyPart(() => import('./lanes-panel.tsx').then((module) => module.LanesPanel));
const UndoPanel = lazyPart(() => import('./undo-panel.tsx').then((module) => module.UndoPanel));
const RulesPanel = lazyPart(() => import('./rules-panel.tsx').then((module) => module.RulesPanel));
/** The views that have a panel in place of the list. */
const panels: Partial<Record<View, typeof LanesPanel>> = { lineas: LanesPanel, deshacer: UndoPanel, supuestos: RulesPanel };

/** Everything that ever happened, in sentences: searched, counted, followed. All of what is chosen is in the address. */
export function Component() {
  const { t } = useTranslation(['wholeHistory', 'table']);
  const { get, put, close } = useAddress();
  const { filters, views, view, before, active, clear } = useFactFilters();
  const Panel = panels[view];
  const query = useFacts(filters, before, Panel !== undefined);
  const { data, currentData, isFetching, refetch } = query;
  const narrow = useOneColumn();
  // The panel of this view says itself that there is nothing.
  const nothing = view === 'seguridad' && active === 0 && before === null && data?.total === 0;
  const opened = /^(.+)@(\d{1,8})$/.exec(get('hecho') ?? '');
  const lists = (
    <>
      <FactFilters data={data} />
      {active > 0 ? (
        <button type="button" className="btn alt" onClick={clear}>
          {t('clear')}
        </button>
      ) : null}
    </>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<KeptSearches page="historia" any={active > 0 || view === 'seguridad' || view === 'lineas'} />}
    >
      <Tabs
        label={t('views')}
        value={view}
        tabs={views.map((id) => ({ id, label: t(`view.${id}`) }))}
        // Filters of one view mean little in another, so they are dropped; only the things in the address are kept for the lanes.
        onChange={(next) => {
          const none = Object.fromEntries([...FILTERS, 'de', 'a', 'pagina'].map((name) => [name, null]));
          const kept = next === 'lineas' || (view === 'lineas' && next === 'todo') ? { sobre: get('sobre') } : {};
          put({ ...none, ...kept, vista: next === 'todo' ? null : next }, true);
        }}
      >
        <div className="stack">
          {view === 'seguridad' ? <SecurityPanel /> : null}
          {view === 'integridad' ? <IntegrityPanel /> : null}
          {Panel ? (
            <Suspense
              fallback={
                <Skeleton>
                  <RowsSkeleton rows={4} />
                </Skeleton>
              }
            >
              <Panel />
            </Suspense>
          ) : nothing ? null : (
            <>
              <search className="table-filters" aria-label={t('search')}>
                <SearchFilter label={t('search')} placeholder={t('searchHint')} />
              </search>
              <div className="facts">
                <search className="fact-filters" aria-label={t('filters')}>
                  {narrow ? (
                    <details className="table-more">
                      <summary>{active > 0 ? t('table:filtersActive', { count: active }) : t('table:filters')}</summary>
                      <div className="fact-filters">{lists}</div>
                    </details>
                  ) : (
                    lists
                  )}
                </search>
                <div className="fact-found" aria-busy={isFetching && !currentData}>
                  {data ? (
                    <Found data={data} stale={currentData === undefined} refetch={() => void refetch()} />
                  ) : (
                    <QueryState of={query} failed={t('failed')} rows={10} />
                  )}
                </div>
              </div>
            </>
          )}
        </div>
      </Tabs>
      {opened ? (
        <FactDialog
          key={opened[0]}
          flujo={opened[1] ?? ''}
          numero={Number(opened[2])}
          known={data?.hechos.find(({ flujo, numero }) => flujo === opened[1] && numero === Number(opened[2]))}
          onClose={() => close({ hecho: null })}
        />
      ) : null}
    </Page>
  );
}

function Found({ data, stale, refetch }: { data: FactsPage; stale: boolean; refetch: () => void }) {
  const { t } = useTranslation('wholeHistory');
  const { put } = useAddress();
  const { before, active, clear } = useFactFilters();
  const { hechos, total, siguiente } = data;
  const without = (
    <button type="button" className="btn alt" onClick={clear}>
      {t('clear')}
    </button>
  );
  return (
    <>
      <Status data={data} refetch={refetch} />
      {total === 0 ? (
        <Empty title={t(active > 0 ? 'none' : 'empty')} action={active > 0 ? without : null}>
          {active > 0 ? t('noneText') : null}
        </Empty>
      ) : (
        <FactDays facts={hechos} stale={stale} />
      )}
      <nav className="row fact-pager" aria-label={t('pages')}>
        {before === null ? null : (
          <button type="button" className="btn alt" onClick={() => put({ pagina: null }, true)}>
            {t('newest')}
          </button>
        )}
        {siguiente === null ? null : (
          <button type="button" className="btn alt" onClick={() => put({ pagina: siguiente }, true)}>
            {t('older')}
          </button>
        )}
      </nav>
    </>
  );
}

/** How many there are, and how many came since: the list itself never moves. */
function Status({ data: { hechos, total, antes, ultimo, porLeer }, refetch }: { data: FactsPage; refetch: () => void }) {
  const { t } = useTranslation('wholeHistory');
  const { put } = useAddress();
  const { filters, before } = useFactFilters();
  const { currentData } = api.useNewFactsQuery({ ...filters, ...(ultimo !== null && { despues: ultimo }) });
  const fresh = currentData?.nuevos ?? 0;
  const top = useRef<HTMLParagraphElement>(null);
  // Another page is read from its top; for the first page, the browser decides.
  const shown = useRef(before);
  useEffect(() => {
    if (shown.current === before) return;
    shown.current = before;
    top.current?.focus();
  }, [before]);
  return (
    <div className="row fact-status">
      <p role="status" ref={top} tabIndex={-1}>
        <strong>{t('total', { count: total, number: formatNumber(total) })}</strong>
        {hechos.length < total && hechos.length > 0 ? (
          <span className="muted"> · {t('place', { first: formatNumber(antes + 1), last: formatNumber(antes + hechos.length) })}</span>
        ) : null}
        {porLeer > 0 ? <span className="muted"> · {t('unread', { count: porLeer, number: formatNumber(porLeer) })}</span> : null}
      </p>
      {fresh > 0 ? (
        <button type="button" className="btn soft" onClick={before === null ? refetch : () => put({ pagina: null }, true)}>
          {t('new', { count: fresh, number: formatNumber(fresh) })}
        </button>
      ) : null}
    </div>
  );
}

/** Facts under the day on which they happened. */
function FactDays({ facts, stale }: { facts: readonly Fact[]; stale: boolean }) {
  const { t } = useTranslation('wholeHistory');
  const days: { day: string; facts: Fact[] }[] = [];
  for (const fact of facts) {
    const day = dayIn(undefined, fact.fecha);
    const last = days.at(-1);
    if (last?.day === day) last.facts.push(fact);
    else days.push({ day, facts: [fact] });
  }
  return (
    <div className="fact-days-list" data-stale={stale ? '' : undefined}>
      {days.map(({ day, facts: some }, index) => (
        // A day may come twice, since the log's order is not that of the clocks: a heading, which may repeat, and no landmark.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <section key={`${day} ${index}`}>
          <h2>{formatDay(day, 'full')}</h2>
          <ol className="fact-rows" aria-label={t('list')}>
            {some.map((fact) => (
              <FactRow key={fact.id} fact={fact} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function FactRow({ fact }: { fact: Fact }) {
  const { t } = useTranslation('wholeHistory');
  const { open } = useAddress();
  const thingName = useThingName();
  const { flujo, numero, fecha, frase, motivo, sobre } = fact;
  return (
    <li>
      <Moment at={fecha} className="muted">
        {formatTime(fecha)}
      </Moment>
      <div className="fact-said">
        <button type="button" aria-haspopup="dialog" onClick={() => open({ hecho: `${flujo}@${numero}` })}>
          {frase}
        </button>
        {sobre.length > 0 ? (
          <span className="muted fact-about">
            {sobre.map((thing) => (
              <span key={keyOf(thing)}>{thingName(thing)}</span>
            ))}
          </span>
        ) : null}
        {motivo ? <span className="fact-why">{t('because', { reason: motivo })}</span> : null}
      </div>
    </li>
  );
}
