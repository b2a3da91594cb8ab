import '../i18n/shell.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDrafts, noteTyping, restoreDrafts } from '../lib/drafts.ts';
import { watchIdle } from '../lib/idle.ts';
import { paths } from '../lib/paths.ts';
import { getSessionUser, logOut, onEndedElsewhere } from '../lib/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notify.ts';
import { leave } from './account-menu.tsx';

/** To sign in, with the way back and what was typed. A new document forgets everything else. */
function goIdle(userId: number | undefined): void {
  const { pathname, search } = globalThis.location;
  if (userId !== undefined) keepDrafts(userId, pathname);
  globalThis.location.assign(paths.login(pathname + search, 'idle'));
}

/** Logs out whoever is away for 15 minutes, and says so a minute before. */
export function IdleGuard() {
  const { t } = useTranslation(['shell', 'common']);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => noteTyping(), []);
  useEffect(() => {
    const user = getSessionUser();
    if (!user) return;
    return restoreDrafts(user.id, globalThis.location.pathname, () => notify.info(t('idle.restored')));
  }, [t]);
  useEffect(() => {
    const userId = getSessionUser()?.id;
    const stop = watchIdle({
      onWarning: setLeft,
      onOver: () =>
        void logOut('idle').then(
          () => goIdle(userId),
          () => goIdle(userId),
        ),
    });
    const deaf = onEndedElsewhere((cause) => cause === 'idle' && goIdle(userId));
    return () => {
      stop();
      deaf();
    };
  }, []);
  // The press that closes it is itself a sign of life.
  return (
    <Dialog
      open={left !== null}
      onClose={() => setLeft(null)}
      title={t('idle.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={() => void leave()}>
            {t('common:action.logout')}
          </button>
          <button type="button" className="btn" onClick={() => setLeft(null)}>
            {t('idle.stay')}
          </button>
        </>
      }
    >
      <p>{t('idle.text')}</p>
      <p role="timer" className="mono">
        {t('idle.left', { count: left ?? 0 })}
      </p>
    </Dialog>
  );
}
