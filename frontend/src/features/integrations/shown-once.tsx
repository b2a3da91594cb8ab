import { useTranslation } from 'react-i18next';
import { useCopy } from '../../lib/use-copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './integrations.css';
import './texts.ts';

/** A secret that nobody can read again, and how it is used. */
export interface Shown {
  title: string;
  text: string;
  secret: string;
  /** The heading above the example. */
  use: string;
  example: string;
}

export function ShownOnce({ shown: { title, text, secret, use, example }, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const { copied, copy } = useCopy(() => secret);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
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
        <p>{text}</p>
        <p className="mono integrations-secret" role="status">
          {secret}
        </p>
        <p className="muted">{use}</p>
        <pre className="mono integrations-example" translate="no">
          {example}
        </pre>
      </div>
    </Dialog>
  );
}
