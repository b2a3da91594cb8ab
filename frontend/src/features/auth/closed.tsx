import { useTranslation } from 'react-i18next';

/** What a new password set by mail closed: it could open the account until then. `google`: that stays. */
export interface Closed {
  cerrado: { sesiones: number; llaves: number };
  google: boolean;
}

/** Said where one signs in again; null where nothing else opened the account. */
export function ClosedList({ closed: { cerrado, google } }: { closed: Closed }) {
  const { t } = useTranslation('auth');
  const { sesiones, llaves } = cerrado;
  return (
    <>
      {sesiones + llaves > 0 ? (
        <>
          <p>{t('reset.closedTitle')}</p>
          <ul>
            {sesiones > 0 ? <li>{t('reset.closedSessions', { count: sesiones })}</li> : null}
            {llaves > 0 ? <li>{t('reset.closedKeys', { count: llaves })}</li> : null}
          </ul>
        </>
      ) : null}
      {google ? <p>{t('reset.googleStays')}</p> : null}
    </>
  );
}
