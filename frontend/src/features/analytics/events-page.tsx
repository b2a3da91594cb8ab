import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FoundEvent } from '../../../../backend/api/contract/events.ts';
import { api } from '../../api/api.ts';
import { EventDialog } from '../../domain/history/event-dialog.tsx';
import { KeptSearches } from '../../domain/searches/kept-searches.tsx';
import { formatClock, formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { ChoiceFilter, Filters, SearchFilter, TextFilter } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { choicesOf, type EventType, grouped, summaryIn } from './dictionary.ts';
import { EventExport } from './event-export.tsx';
import { type EventFilters, useEventSearch } from './event-search.ts';
import { KEPT, SHOWN, useEventTail } from './event-tail.ts';
import { FollowOne } from './follow-one.tsx';
import './events-page.css';
import './texts.ts';

const NAMES = ['flujo', 'categoria', 'tipo', 'quien', 'acto', 'desde', 'hasta', 'campo', 'valor'] as const;
/** Folded, unless the address has one. */
const RARER = ['quien', 'campo', 'valor', 'acto'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NONE: readonly EventType[] = [];
const NUMBER = /^[1-9]\d{0,8}$/;

/** The filters in the address; invalid values are left out. */
const useEventFilters = (): EventFilters => {
  const { i18n } = useTranslation();
  const { get } = useAddress();
  const text = (name: string) => get(name) || undefined;
  const like = (name: string, form: RegExp) => (form.test(get(name) ?? '') ? (get(name) ?? undefined) : undefined);
  const quien = like('quien', NUMBER);
  const inicio = get('inicio') === '1' && get('vivo') !== '1';
  const stream = text('flujo');
  return {
    // For streams, a part of the name is enough.
    flujo: inicio && stream && !stream.includes('*') ? `*${stream}*` : stream,
    ...(inicio && { inicio: '1' as const }),
    ...{ categoria: text('categoria'), tipo: text('tipo'), acto: text('acto') },
    ...{ desde: like('desde', DAY), hasta: like('hasta', DAY), campo: text('campo'), valor: text('campo') && text('valor') },
    ...(quien !== undefined && { quien: Number(quien) }),
    ...(get('orden') === 'antiguos' && { orden: 'antiguos' as const }),
    idioma: i18n.language === 'en' ? 'en' : 'es',
  };
};

/** The log of events: search it, follow it, open each event. All choices are in the address. */
export function Component() {
  const { t } = useTranslation('analytics');
  const { get, put, open: openAs, close } = useAddress();
  const filters = useEventFilters();
  const following = get('vivo') === '1';
  const shown = following ? 'seguir' : filters.inicio ? 'flujos' : 'buscar';
  const opened = /^(.+)@(\d{1,9})$/.exec(get('evento') ?? '');
  const open = ({ flujo, numero }: FoundEvent) => openAs({ evento: `${flujo}@${numero}` });
  const active = NAMES.filter((name) => get(name)).length;
  const key = JSON.stringify(filters);
  const { idioma: _, orden, inicio: __, ...asked } = filters;
  return (
    <Page
      title={t('log.title')}
      lead={t('log.lead')}
      actions={
        <>
          <KeptSearches page="eventos" any={active > 0} />
          <EventExport filters={asked} />
        </>
      }
    >
      <EventFilterFields active={active} />
      <Tabs
        label={t('log.modes')}
        value={shown}
        tabs={(['buscar', 'flujos', 'seguir'] as const).map((id) => ({ id, label: t(`log.mode.${id}`) }))}
        onChange={(mode) => put({ vivo: mode === 'seguir' ? '1' : null, inicio: mode === 'flujos' ? '1' : null }, true)}
      >
        <div className="stack">
          {following ? (
            typeof filters.quien !== 'number' ? (
              <Following key={key} filters={filters} onOpen={open} />
            ) : (
              <FollowOne key={key} userId={filters.quien}>
                <Following filters={filters} onOpen={open} />
              </FollowOne>
            )
          ) : (
            <>
              <div>
                <button
                  type="button"
                  className={orden ? 'btn soft' : 'btn alt'}
                  aria-pressed={orden !== undefined}
                  onClick={() => put({ orden: orden ? null : 'antiguos' }, true)}
                >
                  {t('log.oldestFirst')}
                </button>
              </div>
              <Found key={key} filters={filters} active={active} onOpen={open} />
            </>
          )}
        </div>
      </Tabs>
      {opened ? (
        <EventDialog
          entry={{ frase: null, eventos: [{ flujo: opened[1] ?? '', numero: Number(opened[2]) }] }}
          onClose={() => close({ evento: null })}
        />
      ) : null}
    </Page>
  );
}

function EventFilterFields({ active }: { active: number }) {
  const { t, i18n } = useTranslation('analytics');
  const { get, put } = useAddress();
  // On a phone all of them are folded already.
  const narrow = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const { data = [] } = api.useEventDictionaryQuery();
  const category = get('categoria');
  const nameOf = (name: { es: string; en: string }) => (i18n.language === 'en' ? name.en : name.es);
  const types = data.filter(({ categoria }) => category === null || categoria === category);
  const day = (name: 'desde' | 'hasta') => (
    <DateField
      label={t(`log.${name}`)}
      value={DAY.test(get(name) ?? '') ? (get(name) ?? '') : ''}
      onChange={(value) => put({ [name]: value })}
    />
  );
  const rarer = (
    <>
      <TextFilter name="quien" label={t('log.who')} inputMode="numeric" maxLength={9} hint={t('log.whoHint')} />
      <TextFilter name="campo" label={t('log.field')} maxLength={100} hint={t('log.fieldHint')} />
      <TextFilter name="valor" label={t('log.value')} maxLength={200} disabled={!get('campo')} hint={t('log.valueHint')} />
      {get('acto') ? <TextFilter name="acto" label={t('log.act')} maxLength={60} hint={t('log.actHint')} /> : null}
    </>
  );
  return (
    <Filters
      label={t('log.filters')}
      active={active - (get('flujo') ? 1 : 0)}
      search={<SearchFilter name="flujo" label={t('log.stream')} placeholder={t('log.streamHint')} />}
    >
      {active > 0 ? (
        <button type="button" className="btn alt" onClick={() => put(Object.fromEntries(NAMES.map((name) => [name, null])), true)}>
          {t('clear')}
        </button>
      ) : null}
      <div className="event-filters">
        <ChoiceFilter
          name="categoria"
          label={t('category')}
          all={t('all')}
          choices={grouped(data).map(({ category: value, called }) => ({ value, label: nameOf(called) }))}
        />
        <ChoiceFilter name="tipo" label={t('log.type')} all={t('log.allTypes')} choices={choicesOf(i18n.language, types)} />
        {day('desde')}
        {day('hasta')}
        {narrow ? rarer : null}
      </div>
      {narrow ? null : (
        <details
          className="event-filters-more"
          open={unfolded || RARER.some((name) => get(name))}
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary>{t('log.moreFilters')}</summary>
          <div className="event-filters">{rarer}</div>
        </details>
      )}
    </Filters>
  );
}

/** Searches past events. */
function Found({ filters, active, onOpen }: { filters: EventFilters; active: number; onOpen: (event: FoundEvent) => void }) {
  const { t } = useTranslation('analytics');
  const { id: whose } = useSessionUser();
  const { put } = useAddress();
  const { flujo } = filters;
  const part = flujo && !flujo.includes('*') ? `*${flujo}*` : null;
  const { events, seen, date, end, running, error, more, cancel } = useEventSearch(filters, whose);
  return (
    <>
      <p className="muted event-status" role="status">
        {t(filters.inicio ? 'log.streamsFound' : 'log.found', { count: events.length, written: formatNumber(events.length) })} ·{' '}
        {t('log.seen', { count: seen, written: formatNumber(seen) })}
        {!end && date !== null ? <> · {t('log.until', { date: formatDateTime(date) })}</> : null}
        {end ? <> · {t('log.whole')}</> : null}
      </p>
      {events.length === 0 ? null : filters.inicio ? <StreamRows events={events} /> : <EventRows events={events} onOpen={onOpen} />}
      {error ? <ErrorState title={t('log.failed')} error={error} onRetry={more} retrying={running} inline={events.length > 0} /> : null}
      {running && events.length === 0 && !error ? (
        <Skeleton>
          <RowsSkeleton rows={24} />
        </Skeleton>
      ) : null}
      {end && events.length === 0 ? (
        <Empty
          title={t(active > 0 ? 'log.none' : 'log.empty')}
          action={
            part ? (
              <button type="button" className="btn" onClick={() => put({ flujo: part }, true)}>
                {t('log.partOfName')}
              </button>
            ) : null
          }
        >
          {part ? t('log.wholeName', { name: flujo }) : null}
        </Empty>
      ) : null}
      {error ? null : running ? (
        <button type="button" className="btn alt event-more" onClick={cancel}>
          {t('log.cancel')}
        </button>
      ) : end ? null : (
        <button type="button" className="btn alt event-more" onClick={more}>
          {t(events.length === 0 ? 'log.goOn' : filters.orden ? 'log.later' : 'log.more')}
        </button>
      )}
    </>
  );
}

/** Follows new events. */
function Following({ filters, onOpen }: { filters: EventFilters; onOpen: (event: FoundEvent) => void }) {
  const { t } = useTranslation('analytics');
  const { events, waiting, left, counts, behind, paused, error, ended, pause, go } = useEventTail(filters);
  const lately = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {ended ? (
        <p className="event-lost" role="alert">
          {t('log.follow.ended')}
        </p>
      ) : (
        <div className="row event-status">
          <button type="button" className="btn alt" onClick={paused ? go : pause}>
            {paused ? <IconPlayerPlay size={18} aria-hidden="true" /> : <IconPlayerPause size={18} aria-hidden="true" />}
            {paused ? t('log.go', { count: waiting.length, written: formatNumber(waiting.length) }) : t('log.pause')}
          </button>
          <p className="muted" role="status">
            {t('log.rate', { count: lately, written: formatNumber(lately) })}
            {behind ? <> · {t('log.behind')}</> : null}
            {left > 0 ? <> · {t('log.left', { kept: formatNumber(KEPT), count: left, written: formatNumber(left) })}</> : null}
          </p>
        </div>
      )}
      {error ? <p className="event-lost">{t('log.lost')}</p> : null}
      {events.length === 0 ? (
        ended ? null : (
          <Empty title={t(paused ? 'log.paused' : 'log.waiting')} />
        )
      ) : (
        <>
          <EventRows events={events} onOpen={onOpen} live />
          {events.length === SHOWN ? <p className="muted">{t('log.shown', { count: SHOWN })}</p> : null}
        </>
      )}
    </>
  );
}

/** Suggested streams, each with the event type that it begins with; the name links to the stream's events. */
function StreamRows({ events }: { events: readonly FoundEvent[] }) {
  const { t } = useTranslation('analytics');
  const { to } = useAddress();
  return (
    <ol className="event-rows" aria-label={t('log.mode.flujos')}>
      {events.map(({ id, flujo, tipo, fecha }) => (
        <li key={id}>
          <Link className="mono" to={to({ flujo, inicio: null, orden: null })}>
            {flujo}
          </Link>
          <span className="muted event-row-facts mono">{tipo}</span>
          <span className="muted event-row-when">
            <Moment at={fecha}>{formatDateTime(fecha)}</Moment>
          </span>
        </li>
      ))}
    </ol>
  );
}

function EventRows({
  events,
  onOpen,
  live = false,
}: {
  events: readonly FoundEvent[];
  onOpen: (event: FoundEvent) => void;
  live?: boolean;
}) {
  const { t, i18n } = useTranslation(['analytics', 'common']);
  const { data: dictionary = NONE } = api.useEventDictionaryQuery();
  const sentences = useMemo(
    () => new Map(dictionary.map((type) => [type.tipo, summaryIn(i18n.language, type).text])),
    [dictionary, i18n.language],
  );
  const id = useId();
  const roleOf = (rol: FoundEvent['rol']) =>
    rol === 'visitor' || rol === 'system' ? t(`log.role.${rol}`) : t(`common:role.${rol === 'administrator' ? 'admin' : rol}`);
  const [fresh] = useState(() => new Set(events.map((event) => event.id)));
  return (
    <ol className="event-rows" aria-label={t('log.list')}>
      {events.map((event) => (
        <li key={event.id} data-fresh={live && !fresh.has(event.id) ? '' : undefined}>
          <button type="button" aria-haspopup="dialog" aria-describedby={`${id}-${event.id}`} onClick={() => onOpen(event)}>
            <strong className="mono">{event.tipo}</strong>
          </button>
          <div id={`${id}-${event.id}`} className="event-row-facts">
            {/* Until its words are known its line keeps its place. */}
            <span>{event.frase ?? sentences.get(event.tipo) ?? '\u00a0'}</span>
            {event.motivo === null ? null : <span>{t('log.because', { reason: event.motivo })}</span>}
            <span className="muted event-row-where">
              <span className="mono">{event.flujo}</span>
              {event.frase === null ? (
                <>
                  {' '}
                  · {roleOf(event.rol)}
                  {event.quien === null ? null : ` ${event.quien.id}`}
                </>
              ) : null}
            </span>
          </div>
          <span className="muted event-row-when">
            <Moment at={event.fecha}>{live ? formatClock(event.fecha) : formatDateTime(event.fecha)}</Moment>
          </span>
        </li>
      ))}
    </ol>
  );
}
