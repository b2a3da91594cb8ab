import { useTranslation } from 'react-i18next';

/** Ways to sign in that a password reset removed. `google`: that one stays. */
export interface Closed {
  cerrado: { sesiones: number; llaves: number };
  google: boolean;
}

/** Shown at the next sign-in; null where nothing was removed. */
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
