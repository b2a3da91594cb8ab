import { useTranslation } from 'react-i18next';

/** Ways to sign in that a password reset removed. `google`: that one stays; `claves`: keys of other programs that act for the person. */
export interface Closed {
  cerrado: { sesiones: number; llaves: number };
  google: boolean;
  claves: number;
}

/** Shown at the next sign-in; null where nothing was removed. */
export function ClosedList({ closed: { cerrado, google, claves } }: { closed: Closed }) {
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
      {claves > 0 ? <p>{t('reset.programsStay', { count: claves })}</p> : null}
    </>
  );
}
