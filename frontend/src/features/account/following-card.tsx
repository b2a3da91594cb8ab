import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** Whether analysts may follow one's activity live, and who has done so. */
export function FollowingCard() {
  const { t } = useTranslation('account');
  const query = api.useOwnFollowingQuery();
  const { data } = query;
  const [put] = api.useSetFollowingMutation();
  const { act, busy } = useSave();
  return (
    <section className="card stack account-wide" aria-labelledby="seguimiento">
      <h2 id="seguimiento">{t('following.title')}</h2>
      <p className="muted">{t('following.text')}</p>

      {data ? (
        <>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={data.permitido}
              disabled={busy}
              onChange={({ target }) => {
                const permitido = target.checked;
                void act(() => put({ permitido }).unwrap(), { done: t(permitido ? 'following.allowed' : 'following.withdrawn') });
              }}
            />
            <span>{t('following.label')}</span>
          </label>
          <p className="muted">{data.veces.length === 0 ? t('following.nobody') : t('following.who')}</p>
          {data.veces.length > 0 ? (
            <ul className="account-requests">
              {data.veces.map(({ fecha, nombre, con_permiso }) => (
                <li key={fecha}>
                  {nombre ?? t('following.school')} · {formatDateTime(fecha)}{' '}
                  <span className="muted">· {t(con_permiso ? 'following.byYou' : 'following.byReason')}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : (
        <QueryState of={query} failed={t('following.loadError')} inline />
      )}
    </section>
  );
}
