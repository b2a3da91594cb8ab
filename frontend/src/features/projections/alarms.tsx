import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Announce } from '../../ui/announce.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

/** Projections that have been late for too long; nothing where none is. */
export function Alarms({ onOpen }: { onOpen: (name: string) => void }) {
  const { t } = useTranslation('projections');
  const { data } = api.useLagAlarmsQuery(undefined, { pollingInterval: 5_000, skipPollingIfUnfocused: true });
  const late = data?.filter(({ hasta }) => hasta === null) ?? [];
  return (
    <>
      <Announce>{late.length > 0 ? t('alarms.title', { count: late.length }) : ''}</Announce>
      {late.length > 0 ? (
        <section className="card interior" aria-labelledby="alarmas">
          <header className="interior-head">
            <h2 id="alarmas">{t('alarms.title', { count: late.length })}</h2>
            <StatusTag tone="urgent">{t('alarms.tag')}</StatusTag>
          </header>
          <ul>
            {late.map(({ proyeccion, desde, eventos }) => (
              <li key={proyeccion}>
                <button type="button" className="link mono" onClick={() => onOpen(proyeccion)}>
                  {proyeccion}
                </button>{' '}
                <Moment at={desde}>{t('alarms.since', { when: formatRelative(desde) })}</Moment>
                {eventos === null ? null : ` · ${t('alarms.events', { count: eventos })}`}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
