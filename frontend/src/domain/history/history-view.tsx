import './texts.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { dayIn, formatDay, formatRelative, formatTime } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field, FieldFrame } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ChangeItem, keyOf } from '../changes/change-item.tsx';
import { CourseBack, RecordBack } from './back-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { EventDialog } from './event-dialog.tsx';
import { HistoryField } from './history-field.tsx';
import { type Asked, type CourseHistoryOf, type Entry, type HistoryOf, isRecord, thingOf, useHistoryPage } from './history-of.ts';
import './history.css';

const PAGE = 20;
export type Filters = Pick<Asked, 'quien' | 'desde' | 'hasta' | 'buscar'>;
/** An act, and which of its buttons was pressed. */
type Chosen = { does: 'undo' | 'restore' | 'compare' | 'event'; entry: Entry };

const idOf = (id: string): string => `cambio-${id}`;
/** Scrolls to an act and focuses it; false where it is not on the page. */
function reveal(id: string): boolean {
  const act = document.getElementById(idOf(id));
  act?.scrollIntoView({ block: 'center' });
  act?.focus({ preventScroll: true });
  return act !== null;
}

interface Props {
  of: HistoryOf;
  /** Called with each change of the filters, so that what is shown beside the list covers the same acts. */
  onFilter?: (filters: Filters) => void;
  /** What is narrowed at first. */
  first?: Filters;
}
/** What was done to a thing: who, when, why and what changed, the newest first; followed live. */
export function HistoryView({ of, onFilter, first = {} }: Props) {
  const { t, i18n } = useTranslation('history');
  const [filters, setFilters] = useState<Filters>(first);
  const [more, setMore] = useState(0);
  /** The act that a link points to: pages are loaded until it is found. */
  const [sought, setSought] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const asked: Asked = { limit: PAGE, idioma: i18n.language === 'en' ? 'en' : 'es', ...useDeferredValue(filters) };
  const close = () => setChosen(null);
  const filter = (next: Filters) => {
    setFilters(next);
    setMore(0);
    onFilter?.(next);
  };
  const see = (id: string) => {
    if (reveal(id)) return;
    if (Object.keys(filters).length > 0) filter({});
    setSought(id);
  };
  const { user_role } = useSessionUser();
  const thing = user_role === role.admin || user_role === role.auditor ? thingOf(of) : null;
  return (
    <div className="stack">
      {thing === null ? null : (
        <p>
          <Link to={officePaths.wholeHistory({ vista: 'lineas', sobre: thing })}>{t('lanes')}</Link>
        </p>
      )}
      <HistoryFilters
        of={of}
        asked={asked}
        filters={filters}
        onChange={(next) => {
          setSought(null);
          filter(next);
        }}
      />
      <Pages {...{ of, asked, more, sought }} onMore={() => setMore(more + 1)} onChoose={setChosen} onSee={see} />
      {chosen?.does === 'event' ? <EventDialog entry={chosen.entry} onClose={close} /> : null}
      {chosen?.does === 'compare' && of.of === 'course' ? <CompareDialog of={of} from={chosen.entry.version ?? 1} onClose={close} /> : null}
      {(chosen?.does === 'undo' || chosen?.does === 'restore') && of.of === 'course' ? (
        <CourseBack of={of} entry={chosen.entry} undo={chosen.does === 'undo'} onClose={close} />
      ) : null}
      {chosen?.does === 'undo' && isRecord(of) ? <RecordBack of={of} entry={chosen.entry} onClose={close} /> : null}
    </div>
  );
}

function HistoryFilters({
  of,
  asked,
  filters,
  onChange,
}: {
  of: HistoryOf;
  asked: Asked;
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { t } = useTranslation('history');
  const { data } = useHistoryPage(of, asked);
  /** Whether it is narrowed from the start. */
  const [begun] = useState(Object.keys(filters).length > 0);
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: name === 'quien' ? Number(value) : value });
  };
  return (
    <details open={begun || undefined}>
      <summary>{t('filter.open')}</summary>
      <div className="history-filter-fields">
        <Field
          label={t('filter.search')}
          type="search"
          maxLength={100}
          value={filters.buscar ?? ''}
          onChange={(event) => set('buscar', event.target.value)}
        />
        <FieldFrame label={t('filter.who')}>
          {(control) => (
            <select {...control} value={filters.quien ?? ''} onChange={(event) => set('quien', event.target.value)}>
              <option value="">{t('filter.anyone')}</option>
              {data?.personas.map(({ id, nombre }) => (
                <option key={id} value={id}>
                  {nombre}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <DateField label={t('filter.from')} value={filters.desde ?? ''} onChange={(day) => set('desde', day)} max={filters.hasta} />
        <DateField label={t('filter.to')} value={filters.hasta ?? ''} onChange={(day) => set('hasta', day)} min={filters.desde} />
        {Object.keys(filters).length > 0 ? (
          <button type="button" className="btn alt" onClick={() => onChange({})}>
            {t('filter.clear')}
          </button>
        ) : null}
      </div>
    </details>
  );
}

const dayOf = (entry: Entry | undefined): string | undefined => entry && dayIn(undefined, entry.fecha);
/** Acts grouped by the day on which they were done. */
const byDay = (entries: readonly Entry[]) => {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = dayIn(undefined, entry.fecha);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
};

/** A page, followed by the older ones: each begins where the previous one ends at present. */
function Pages({
  of,
  asked,
  since,
  more,
  sought,
  onMore,
  onChoose,
  onSee,
}: {
  of: HistoryOf;
  asked: Asked;
  /** The last day heading of the previous page: it is not repeated. */
  since?: string | undefined;
  more: number;
  sought: string | null;
  onMore: () => void;
  onChoose: (chosen: Chosen) => void;
  onSee: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  const query = useHistoryPage(of, asked);
  const { data } = query;
  const found = sought !== null && data?.cambios.some(({ id }) => id === sought) === true;
  useEffect(() => {
    if (found) reveal(sought);
  }, [found, sought]);
  if (!data) return <QueryState of={query} failed={t('failed')} inline rows={18} />;
  const filtered = ['quien', 'desde', 'hasta', 'buscar'].some((name) => asked[name as keyof Filters] !== undefined);
  if (data.cambios.length === 0 && asked.cursor === undefined) return <Empty title={t(filtered ? 'noMatch' : 'empty')} />;
  return (
    <>
      {byDay(data.cambios).map(({ day, entries }, index) => (
        // A day may occur twice, since the log's order is not that of the clocks.
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole
        <section key={`${day} ${index}`} className="acts-day">
          {index === 0 && day === since ? null : <h3>{formatDay(day, 'full')}</h3>}
          <ol className="acts">
            {entries.map((entry) => (
              <ActItem key={entry.id} {...{ of, entry, onChoose, onSee }} />
            ))}
          </ol>
        </section>
      ))}
      {data.siguiente === null ? null : more > 0 || (sought !== null && !found) ? (
        <Pages
          of={of}
          asked={{ ...asked, cursor: data.siguiente }}
          since={dayOf(data.cambios.at(-1))}
          more={more - 1}
          sought={found ? null : sought}
          {...{ onMore, onChoose, onSee }}
        />
      ) : (
        <p className="row">
          <button type="button" className="btn alt" onClick={onMore}>
            {t('more')}
          </button>
        </p>
      )}
    </>
  );
}

function ActItem({
  of,
  entry,
  onChoose,
  onSee,
}: {
  of: HistoryOf;
  entry: Entry;
  onChoose: (chosen: Chosen) => void;
  onSee: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  const { id, fecha, frase, ademas, motivo, partes, campos, restaura, deshecho, reversible, version, eventos } = entry;
  return (
    <li className="act" id={idOf(id)} tabIndex={-1}>
      <p className="act-said">
        {frase}
        <Moment at={fecha} className="muted act-when">
          {formatTime(fecha)}
        </Moment>
      </p>
      {ademas.length > 0 ? (
        <ul className="act-also muted" aria-label={t('also')}>
          {ademas.map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      ) : null}
      {motivo ? <p className="act-why">{t('because', { reason: motivo })}</p> : null}
      {restaura ? (
        <p className="muted act-when">
          {restaura.cambio ? t('undoes') : t('restores', { version: restaura.version })}{' '}
          {restaura.cambio ? <See id={restaura.cambio} onSee={onSee} /> : null}
        </p>
      ) : null}
      {deshecho ? (
        <p className="muted act-when">
          {t('undone', { who: deshecho.quien?.nombre ?? t('school'), when: formatRelative(deshecho.fecha) })}{' '}
          <See id={deshecho.id} onSee={onSee} />
        </p>
      ) : null}
      {campos.length > 0 ? (
        <dl className="change-fields">
          {campos.map((field) => (
            <HistoryField key={field.campo} field={field} />
          ))}
        </dl>
      ) : null}
      {partes.length > 0 ? (
        <details className="act-parts">
          <summary>{t('changes', { count: partes.length })}</summary>
          <ol className="changes">
            {partes.map((part) => (
              <ChangeItem key={keyOf(part)} change={part} />
            ))}
          </ol>
        </details>
      ) : null}
      <div className="row act-acts">
        {reversible ? (
          <button
            data-writes
            type="button"
            className="link"
            aria-haspopup="dialog"
            aria-label={t('act.undoOf', { what: frase })}
            onClick={() => onChoose({ does: 'undo', entry })}
          >
            {t('act.undo')}
          </button>
        ) : null}
        {of.of === 'course' && version !== null ? <VersionActs entry={entry} onChoose={onChoose} /> : null}
        {eventos.length > 0 ? (
          <button
            type="button"
            className="link"
            aria-haspopup="dialog"
            aria-label={t('act.eventOf', { what: frase })}
            onClick={() => onChoose({ does: 'event', entry })}
          >
            {t('act.event')}
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** For a course: its state after this act. */
function VersionActs({ entry, onChoose }: { entry: Entry; onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation('history');
  return (
    <>
      <button
        data-writes
        type="button"
        className="link"
        aria-haspopup="dialog"
        aria-label={t('act.restoreOf', { what: entry.frase })}
        onClick={() => onChoose({ does: 'restore', entry })}
      >
        {t('act.restore')}
      </button>
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        aria-label={t('act.compareOf', { what: entry.frase })}
        onClick={() => onChoose({ does: 'compare', entry })}
      >
        {t('act.compare')}
      </button>
    </>
  );
}

/** Goes to another act of this history. */
function See({ id, onSee }: { id: string; onSee: (id: string) => void }) {
  const { t } = useTranslation('history');
  return (
    <button type="button" className="link" onClick={() => onSee(id)}>
      {t('see')}
    </button>
  );
}

export type { CourseHistoryOf, HistoryOf };
