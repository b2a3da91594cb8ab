import './texts.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CalendarEntry } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { type LiveState, LiveStateTag, stateNow } from '../../domain/live-event/live-event.tsx';
import { dayIn, formatDay, formatMonth, formatTime } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { Feed } from './feed.tsx';
import './events.css';

/** The month (`2026-11`) that is some months away. */
const monthsFrom = (month: string, by: number): string => {
  const at = new Date(`${month}-15T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
};
const lastOf = (month: string): string => new Date(Date.parse(`${monthsFrom(month, 1)}-01T00:00:00Z`) - 1).toISOString().slice(0, 10);
/** The day of an entry in the reader's zone; an entry that is a whole day is the same day for everybody. */
const dayOf = ({ inicio, fin }: CalendarEntry): string => (fin === null ? inicio : dayIn(undefined, inicio));

/** Everything that has a date for the signed-in person, month by month; the month is in the address. Without one, the month of the next entry is shown. */
export function Component() {
  const { t } = useTranslation('events');
  const user = useSessionUser();
  const { get, put } = useAddress();
  const today = dayIn(undefined);
  const asked = get('mes');
  const named = asked !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : null;
  const coming = api.useOwnCalendarQuery({ userId: user.id }, { skip: named !== null });
  const [next] = coming.data?.fechas ?? [];
  const month = named ?? (next ? dayOf(next) : today).slice(0, 7);
  const go = (to: string) => put({ mes: to });
  const known = named !== null || coming.data !== undefined || coming.error !== undefined;
  const query = api.useOwnCalendarQuery({ userId: user.id, desde: `${month}-01`, hasta: lastOf(month) }, { skip: !known });
  const { data } = query;
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of data?.fechas ?? []) days.set(dayOf(entry), [...(days.get(dayOf(entry)) ?? []), entry]);
  return (
    <Page
      title={t('dates.title')}
      lead={t('dates.lead')}
      actions={
        <Link className="btn alt" to={paths.events()}>
          {t('dates.toEvents')}
        </Link>
      }
    >
      <div className="row events-month">
        <button type="button" className="btn alt icon" aria-label={t('dates.before')} onClick={() => go(monthsFrom(month, -1))}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </button>
        <h2 aria-live="polite">{known ? formatMonth(month) : '…'}</h2>
        <span className="row">
          {!known || month === today.slice(0, 7) ? null : (
            <button type="button" className="btn alt" onClick={() => go(today.slice(0, 7))}>
              {t('dates.today')}
            </button>
          )}
          <button type="button" className="btn alt icon" aria-label={t('dates.after')} onClick={() => go(monthsFrom(month, 1))}>
            <IconChevronRight size={18} aria-hidden="true" />
          </button>
        </span>
      </div>
      {data ? (
        days.size === 0 ? (
          <Empty title={t('dates.none', { month: formatMonth(month) })}>{t('dates.noneText')}</Empty>
        ) : (
          <div>
            {[...days].map(([day, entries]) => (
              <section key={day} className="events-day" data-today={day === today ? '' : undefined}>
                <h3>{formatDay(day, 'long')}</h3>
                <ul className="stack">
                  {entries.map((entry) => (
                    <Entry key={`${entry.tipo} ${entry.id}`} entry={entry} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )
      ) : (
        <QueryState of={query} failed={t('dates.failed')} rows={5} />
      )}
      {data || query.error ? <Feed /> : null}
    </Page>
  );
}

function Entry({ entry }: { entry: CalendarEntry }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const { user_role: role } = useSessionUser();
  const { tipo, id, titulo, inicio, fin, estado, lugar } = entry;
  const to = {
    ...{ evento: paths.events(Number(id)), imparto: `${officePaths.manageEvents(role)}?evento=${id}`, solicitud: paths.security },
    ...{ plan: paths.purchases, pago: paths.purchases, grupo: paths.course(Number(id)) },
  }[tipo];
  return (
    <li className="events-date">
      <span className="muted">{fin === null ? t('dates.allDay') : `${formatTime(inicio)} – ${formatTime(fin)}`}</span>
      <Link to={to} lang="es">
        {titulo}
      </Link>
      <span className="row">
        <span className="muted">
          {t(`dates.kind.${tipo}`)}
          {lugar ? ` · ${lugar}` : ''}
        </span>
        {estado === 'espera' ? (
          <StatusTag tone="info">{t('dates.waiting')}</StatusTag>
        ) : estado === 'renueva' || estado === 'termina' ? (
          <StatusTag tone={estado === 'renueva' ? 'info' : 'neutral'}>{t(`dates.${estado}`)}</StatusTag>
        ) : fin === null ? null : (
          <LiveStateTag state={stateNow({ estado: estado as LiveState, inicio, fin }, now)} />
        )}
      </span>
    </li>
  );
}
