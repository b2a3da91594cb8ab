import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { call, isFailure, newReference } from '../lib/http.ts';
import { MissingPartError } from '../lib/lazy-route.ts';
import { paths } from '../lib/paths.ts';
import { useSchool } from '../lib/school.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** Shown in place of a page that failed: what happened in Spanish, that data is safe, a way on and a reference. Never a stack. In a shell it is inside the shell's `main`. */
export function ErrorScreen({ inShell = false }: { inShell?: boolean }) {
  const { t } = useTranslation();
  const { nombre } = useSchool();
  const error = useRouteError();
  const reference = useMemo(() => (isFailure(error) && error.reference) || newReference(), [error]);
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the reference is what support looks for in the browser's log
    if (error instanceof Error) console.error(`[${reference}]`, error);
    // The server has logged its own error answers.
    if (isFailure(error) || error instanceof MissingPartError) return;
    const mensaje = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
    const body = { referencia: reference, mensaje, lugar: globalThis.location.pathname.slice(0, 200) };
    call(calls.reportFailure, body).catch(() => undefined);
  }, [error, reference]);
  const missing = error instanceof MissingPartError;
  const retry = () => globalThis.location.reload();
  const title = missing
    ? t('crash.newBuildTitle', { school: nombre })
    : isFailure(error)
      ? t('session.checkFailedTitle')
      : t('crash.title');
  const Frame = inShell ? 'div' : 'main';
  return (
    <Frame className="wrap screen-error" id={inShell ? undefined : 'contenido'}>
      <h1 className="sr">{title}</h1>
      {missing ? (
        <ErrorState title={title} safety={t('crash.newBuildText')}>
          <p className="row view-state-actions">
            <button type="button" className="btn" onClick={retry}>
              {t('action.reload')}
            </button>
          </p>
        </ErrorState>
      ) : isFailure(error) ? (
        <ErrorState title={title} error={error} onRetry={retry} />
      ) : (
        <ErrorState title={title} onRetry={retry}>
          <p className="mono">{t('state.reference', { id: reference })}</p>
        </ErrorState>
      )}
      <p>
        <Link to={paths.home} reloadDocument>
          {t('action.goHome')}
        </Link>
      </p>
    </Frame>
  );
}
