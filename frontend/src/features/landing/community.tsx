import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { grouped } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';

type Channel = SiteRecord['canales'][number];

/** The community and its channels; signed-in people join at /community (A09). */
export function Community({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTranslation('below');
  const user = useMaybeSession();
  return (
    <section className="section" id="comunidad" aria-labelledby="comunidad-titulo">
      <div className="wrap stack">
        <div className="section-head">
          <div>
            <h2 id="comunidad-titulo">{t('community.heading')}</h2>
            <p className="muted">{t('community.lead')}</p>
          </div>
          <Link className="btn soft large" to={user ? paths.community : paths.login(paths.community)}>
            {t('community.join')}
          </Link>
        </div>
        {channels.length > 0 ? (
          <ul className="channels" aria-label={t('community.channels')}>
            {channels.map((channel) => (
              <li key={channel.id} data-category={channel.categoria}>
                <ChannelOf channel={channel} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

function ChannelOf({ channel: { nombre, descripcion, categoria, miembros } }: { channel: Channel }) {
  const { t } = useTranslation('below');
  return (
    <>
      <h3 lang="es">{nombre}</h3>
      <p lang="es">{descripcion}</p>
      <p className="muted channels-foot">
        {t(`community.category.${categoria}`)}
        {miembros ? ` · ${t('community.members', { count: miembros, number: grouped(miembros) })}` : ''}
      </p>
    </>
  );
}
