import './texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths, validReturnTo } from '../../lib/paths.ts';
import { notify } from '../../ui/notify.ts';
import { AuthSheet, FormNote } from './auth-frame.tsx';
import { useSignedIn } from './sign-in.ts';

/** The end of the round trip to Google: the server has set the cookie, and the person goes on to where they were going. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const [search] = useSearchParams();
  const signedIn = useSignedIn();
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const isNew = search.get('nueva') === '1';
  const latest = useRef(signedIn);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (isNew) notify.success(t('auth:google.created'));
    latest.current().catch(() => setFailed(true));
  }, [isNew, t]);
  const returnTo = validReturnTo(search.get('returnTo'));
  return (
    <AuthSheet title={t('auth:google.returning')}>
      {failed ? (
        <>
          <FormNote tone="error">{t('auth:google.requestFailed')}</FormNote>
          <p className="row">
            <button type="button" className="btn" onClick={() => globalThis.location.reload()}>
              {t('common:action.retry')}
            </button>
            <Link to={paths.login(returnTo)}>{t('common:action.login')}</Link>
          </p>
        </>
      ) : (
        <p role="status">{t('auth:google.busy')}</p>
      )}
    </AuthSheet>
  );
}
