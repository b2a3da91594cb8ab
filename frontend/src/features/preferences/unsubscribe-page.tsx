import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import './texts.ts';

/** The target of the link in a daily summary: one press ends the summaries, whoever is signed in. It waits for the press, because programs follow links too. */
export function Component() {
  const { t } = useTranslation('unsubscribe');
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<'asked' | 'sending' | 'done'>('asked');
  const [failure, setFailure] = useState<string | null>(null);
  const end = async () => {
    setState('sending');
    setFailure(null);
    try {
      await call(calls.endDigest, { token });
      setState('done');
    } catch (error) {
      setFailure(errorText(error));
      setState('asked');
    }
  };
  return (
    <Sheet title={t(state === 'done' ? 'doneTitle' : 'title')} lead={state === 'done' ? null : t('text')}>
      {state === 'done' ? (
        <>
          <p role="status">{t('done')}</p>
          <p className="row">
            <Link className="btn alt" to={paths.notificationPreferences}>
              {t('preferences')}
            </Link>
          </p>
        </>
      ) : (
        <>
          <Failure>{failure}</Failure>
          <p className="row">
            <button type="button" className="btn" disabled={state === 'sending'} aria-busy={state === 'sending'} onClick={() => void end()}>
              {t('end')}
            </button>
            <Link className="btn ghost" to={paths.home}>
              {t('stay')}
            </Link>
          </p>
        </>
      )}
    </Sheet>
  );
}
