import '../i18n/shell.ts';
import '../lib/whose-page.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDrafts, noteTyping, restoreDrafts } from '../lib/drafts.ts';
import { watchIdle } from '../lib/idle.ts';
import { logOut } from '../lib/log-out.ts';
import { backTo, paths } from '../lib/paths.ts';
import { onEndByItself, useSessionUser } from '../lib/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notify.ts';

// Loading a new document forgets everything about the person except typed text.
const goTo = (address: string) => () => globalThis.location.assign(address);
const leave = (): void => {
  const go = goTo(paths.login());
  void logOut().then(go);
};

/** Logs a person out after 15 minutes without activity, with a warning a minute before. Mounted on every page of a signed-in person. */
export function IdleGuard() {
  const { t } = useTranslation(['shell', 'common']);
  const { id } = useSessionUser();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => noteTyping(), []);
  useEffect(() => onEndByItself(() => keepDrafts(id)), [id]);
  useEffect(() => restoreDrafts(id, () => notify.info(t('idle.restored'))), [id, t]);
  useEffect(() => {
    const onOver = () => {
      const go = goTo(backTo('idle'));
      void logOut('idle').then(go);
    };
    return watchIdle({ onWarning: setLeft, onOver });
  }, []);
  // The press that closes the warning counts as activity.
  return (
    <Dialog
      open={left !== null}
      onClose={() => setLeft(null)}
      title={t('idle.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={leave}>
            {t('common:action.logout')}
          </button>
          <button type="button" className="btn" onClick={() => setLeft(null)}>
            {t('idle.stay')}
          </button>
        </>
      }
    >
      <p>{t('idle.text')}</p>
      <p role="timer" className="num">
        {t('idle.left', { count: left ?? 0 })}
      </p>
    </Dialog>
  );
}
