import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { formatDay } from '../../lib/dates.ts';

type Channel = SiteRecord['canales'][number];

/** Where the figures of the page are from: one note for all of them, at its end (A08, A15, A16). */
export function Sources({ claims, channels }: { claims: SiteRecord['cifras']; channels: readonly Channel[] }) {
  const { t } = useTranslation(['site', 'below']);
  /** Channels by when and by whom they were counted. */
  const counts = [
    ...Map.groupBy(channels.filter(isCounted), ({ miembros_al, miembros_fuente }) => `${miembros_al} ${miembros_fuente}`).values(),
  ];
  if (claims.length === 0 && counts.length === 0) return null;
  return (
    <div className="wrap">
      <details className="sources" id="fuentes">
        <summary>{t('site:claims.label')}</summary>
        <ul>
          {claims.map(({ id, cifra, rotulo, fuente, responsable, fecha }) => (
            <li key={id}>
              <span lang="es">
                <strong>
                  {cifra} {rotulo}:
                </strong>{' '}
                {fuente}.
              </span>{' '}
              {t('site:claims.by', { owner: responsable, date: formatDay(fecha, 'full') })}
            </li>
          ))}
          {counts.map((counted) => {
            const [first] = counted;
            if (!first?.miembros_al) return null;
            return (
              <li key={first.id}>
                <strong>
                  {counts.length > 1 ? (
                    <span lang="es">{counted.map(({ nombre }) => nombre).join(', ')}</span>
                  ) : (
                    t('below:community.channels')
                  )}
                  :
                </strong>{' '}
                {t('below:community.counted', { date: formatDay(first.miembros_al, 'full') })}{' '}
                <span lang="es">{first.miembros_fuente}.</span>
              </li>
            );
          })}
        </ul>
      </details>
    </div>
  );
}

const isCounted = ({ miembros, miembros_al }: Channel): boolean => miembros !== null && miembros_al !== null;
