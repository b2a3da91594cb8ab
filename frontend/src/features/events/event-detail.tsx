import './texts.ts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { LivePremiumTag, LiveSeats, LiveStateTag, LiveWhen, stateNow, usePlace } from '../../domain/live-event/live-event.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EventActs, OwnPart } from './event-acts.tsx';
import { useSeat } from './use-seat.ts';
import './events.css';

/** All of one live event, and what one may do about it. */
export function EventDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['events', 'liveEvent']);
  const query = api.useGetWebinarQuery(id);
  const { data } = query;
  const seat = useSeat({ id });
  const now = useNow();
  const place = usePlace();
  return (
    <Dialog
      open
      onClose={onClose}
      side="right"
      title={data?.titulo ?? t('title')}
      {...(data && { titleLang: 'es' as const })}
      footer={data ? <EventActs event={data} now={now} /> : null}
    >
      {data ? (
        <div className="stack">
          <p className="row">
            <LiveStateTag state={stateNow(data, now)} />
            <span className="muted">{t(`liveEvent:kind.${data.tipo}`)}</span>
            <LivePremiumTag {...data} />
            <OwnPart event={data} />
          </p>
          {data.motivo ? <p>{t('why', { reason: data.motivo })}</p> : null}
          <section className="stack" aria-label={t('about')}>
            <p lang="es" className="events-about">
              {data.descripcion}
            </p>
            <p lang="es">{t('with', { name: data.instructor })}</p>
            {data.cuenta ? <p>{t('liveEvent:counts', { class: data.cuenta.clase, course: data.cuenta.curso })}</p> : null}
          </section>
          <dl className="stack events-facts">
            <div>
              <dt className="muted">{t('when')}</dt>
              <dd>
                <LiveWhen {...data} />
              </dd>
            </div>
            <div>
              <dt className="muted">{t('where')}</dt>
              <dd lang="es">{place(data)}</dd>
            </div>
            <div>
              <dt className="muted">{t('seats')}</dt>
              <dd>
                <LiveSeats {...data} />
              </dd>
            </div>
          </dl>
          <div>
            <button
              type="button"
              className="btn alt"
              aria-label={t('addToCalendarOf', { name: data.titulo })}
              onClick={() => void seat.addToCalendar()}
            >
              <IconCalendarEvent size={18} aria-hidden="true" />
              {t('addToCalendar')}
            </button>
          </div>
        </div>
      ) : (
        <QueryState of={query} failed={t('notFound')} rows={6} />
      )}
    </Dialog>
  );
}
