import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { grouped } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { dayText } from '../../lib/use-site.ts';

type Channel = SiteRecord['canales'][number];
type Category = 'general' | 'trabajos' | 'herramientas' | 'proyectos';
const isCategory = (value: string): value is Category => ['general', 'trabajos', 'herramientas', 'proyectos'].includes(value);

/** The community and its channels; their doors open for who is signed in (A09). */
export function Community({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTranslation('site');
  const user = useMaybeSession();
  return (
    <section className="seccion comunidad" id="comunidad" aria-labelledby="comunidad-titulo">
      <div className="wrap stack">
        <div className="seccion-cabeza">
          <div>
            <h2 id="comunidad-titulo">{t('community.heading')}</h2>
            <p className="muted">{t('community.lead')}</p>
          </div>
          {user ? null : (
            <Link className="btn grande" to={paths.login()}>
              {t('community.join')}
            </Link>
          )}
        </div>
        {channels.length > 0 ? (
          <ul className="canales" aria-label={t('community.channels')}>
            {channels.map((channel) => (
              <li key={channel.id} className="card" data-categoria={channel.categoria}>
                <ChannelCard channel={channel} inside={Boolean(user)} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

function ChannelCard({ channel, inside }: { channel: Channel; inside: boolean }) {
  const { t, i18n } = useTranslation('site');
  const { nombre, descripcion, categoria, enlace, miembros, miembros_al } = channel;
  return (
    <>
      <h3 lang="es">{nombre}</h3>
      <p lang="es">{descripcion}</p>
      <p className="muted canales-pie">
        {isCategory(categoria) ? t(`community.category.${categoria}`) : null}
        {miembros !== null && miembros_al ? (
          <>
            {' · '}
            {t('community.members', {
              count: miembros,
              number: grouped(miembros),
              date: dayText(miembros_al, i18n.language),
            })}
          </>
        ) : null}
      </p>
      {inside && enlace ? (
        <a className="btn suave" href={enlace} target="_blank" rel="noopener noreferrer">
          {t('community.open', { channel: nombre })}
          <span className="sr"> {t('community.newTab')}</span>
        </a>
      ) : null}
    </>
  );
}
