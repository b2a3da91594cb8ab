import { useTranslation } from 'react-i18next';
import { useCopy } from '../../lib/use-copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './integrations.css';
import './texts.ts';

/** A key that nobody can read again. */
export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const { copied, copy } = useCopy(() => secret);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.shownTitle')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={() => void copy()}>
            {t(copied ? 'copied' : 'copy')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('ready')}
          </button>
        </>
      }
    >
      <div className="stack">
        <p>{t('keys.shownText')}</p>
        <p className="mono integrations-secret" role="status">
          {secret}
        </p>
        <p className="muted">{t('keys.shownUse')}</p>
        <pre className="mono integrations-example" translate="no">
          {`curl -H "Authorization: Bearer $CLAVE" \\\n  ${window.location.origin}/api/…`}
        </pre>
      </div>
    </Dialog>
  );
}
