import './texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths, validReturnTo } from '../../lib/paths.ts';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { FormNote } from './auth-frame.tsx';
import { useSignedIn } from './sign-in.ts';

export interface ReturningWords {
  title: string;
  busy: string;
  failed: string;
  /** Said to who has a new account. */
  created: string;
}

/** The end of a way in through another site: the server has set the cookie, and the person goes on to where they were going. */
export function Returning({ words: { title, busy, failed, created } }: { words: ReturningWords }) {
  const { t } = useTranslation('common');
  const [search] = useSearchParams();
  const signedIn = useSignedIn();
  const [hasFailed, setFailed] = useState(false);
  const begun = useRef(false);
  const isNew = search.get('nueva') === '1';
  const latest = useRef(signedIn);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (isNew) notify.success(created);
    latest.current().catch(() => setFailed(true));
  }, [isNew, created]);
  const returnTo = validReturnTo(search.get('returnTo'));
  return (
    <Sheet title={title}>
      {hasFailed ? (
        <>
          <FormNote tone="error">{failed}</FormNote>
          <p className="row">
            <button type="button" className="btn" onClick={() => globalThis.location.reload()}>
              {t('action.retry')}
            </button>
            <Link to={paths.login(returnTo)}>{t('action.login')}</Link>
          </p>
        </>
      ) : (
        <p role="status">{busy}</p>
      )}
    </Sheet>
  );
}
