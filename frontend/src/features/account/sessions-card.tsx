import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

/** One's open sessions, followed live; each but the present one can be ended. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const query = api.useListSessionsQuery();
  const { data } = query;
  const [endOne] = api.useEndSessionMutation();
  const [endOthers, others] = api.useEndOtherSessionsMutation();
  const [ending, setEnding] = useState<string | null>(null);
  const notifyFailure = (failure: unknown) => notify.error(`${t('sessions.failed')}. ${errorText(failure)}`);
  const end = async (id: string) => {
    setEnding(id);
    try {
      await endOne(id).unwrap();
      notify.success(t('sessions.ended'));
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setEnding(null);
    }
  };
  const endAll = async () => {
    try {
      await endOthers().unwrap();
      notify.success(t('sessions.endedOthers'));
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  return (
    <section className="card stack" aria-labelledby="sesiones">
      <div>
        <h2 id="sesiones">{t('sessions.title')}</h2>
        <p className="muted">{t('sessions.hint')}</p>
      </div>

      {data ? (
        <>
          <ul className="account-list">
            {data.map((session) => {
              const device = session.dispositivo ?? t('sessions.unknown');
              return (
                <li key={session.id} className="account-row">
                  <div className="account-row-text">
                    <strong>{device}</strong>
                    <span className="muted">
                      {t(`sessions.method.${session.metodo}`)} · {t('sessions.started', { date: formatDateTime(session.inicio) })}
                    </span>
                    {session.actual ? null : (
                      <span className="muted">{t('sessions.used', { date: formatDateTime(session.ultimo_uso) })}</span>
                    )}
                  </div>
                  {session.actual ? (
                    <StatusTag tone="ok">{t('sessions.current')}</StatusTag>
                  ) : (
                    <button
                      type="button"
                      className="btn alt"
                      aria-label={t('sessions.endOne', { device })}
                      onClick={() => void end(session.id)}
                      disabled={ending === session.id}
                      aria-busy={ending === session.id}
                    >
                      {t('sessions.end')}
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
          {data.length > 1 ? (
            <div className="row">
              <button
                type="button"
                className="btn alt"
                onClick={() => void endAll()}
                disabled={others.isLoading}
                aria-busy={others.isLoading}
              >
                {t('sessions.endOthers')}
              </button>
            </div>
          ) : (
            <p className="muted">{t('sessions.only')}</p>
          )}
        </>
      ) : (
        <QueryState of={query} failed={t('sessions.loadError')} inline />
      )}
    </section>
  );
}
