import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BookmarkedClass } from '../../../../backend/api/contract/learning.ts';
import { api } from '../../api/api.ts';
import { useBookmark } from '../../domain/bookmark-button.tsx';
import { NoneYet } from '../../domain/none-yet.tsx';
import { formatDay } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';

/** One's own saved classes, followed live. */
export function Component() {
  const { t } = useTranslation('bookmarks');
  const user = useSessionUser();
  const query = api.useBookmarksQuery(user.id);
  const { data } = query;
  return (
    <Page title={t('title')} lead={t('lead')}>
      {data ? (
        data.clases.length > 0 ? (
          <ul className="stack">
            {data.clases.map((saved) => (
              <Saved key={saved.id_sesion} saved={saved} />
            ))}
          </ul>
        ) : (
          <NoneYet title={t('empty')} action={t('emptyAction')}>
            {t('emptyText')}
          </NoneYet>
        )
      ) : (
        <QueryState of={query} failed={t('loadError')}>
          <CardsSkeleton count={3} height={120} min={280} />
        </QueryState>
      )}
    </Page>
  );
}

function Saved({ saved: { id_sesion, id_curso, guardada, lugar } }: { saved: BookmarkedClass }) {
  const { t } = useTranslation('bookmarks');
  const { set, busy } = useBookmark();
  return (
    <li className="card stack">
      {lugar ? (
        <>
          <h2 lang="es">
            <Link to={paths.course(id_curso, { moduleId: lugar.id_modulo, sessionId: id_sesion })}>{lugar.titulo}</Link>
          </h2>
          <p lang="es" className="muted">
            {lugar.curso} · {lugar.modulo}
          </p>
        </>
      ) : (
        <>
          <h2>{t('gone')}</h2>
          <p className="muted">{t('goneText')}</p>
        </>
      )}
      <p className="muted">{t('on', { date: formatDay(guardada, 'full') })}</p>
      <div>
        <button type="button" className="btn alt" aria-disabled={busy} onClick={() => void set(id_sesion, false)}>
          {t('unsave')}
          {lugar ? <span className="sr"> {lugar.titulo}</span> : null}
        </button>
      </div>
    </li>
  );
}
