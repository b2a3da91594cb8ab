import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useSave } from '../../ui/use-save.ts';
import type { EraseDialogProps } from './erase-dialog.tsx';

const EraseDialog = lazyPart<EraseDialogProps>(() => import('./erase-dialog.tsx').then((module) => module.EraseDialog));

/** Downloads or erases everything the school holds about oneself. */
export function DataCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const { act, busy } = useSave();
  const take = () => act(() => download(requestOf(calls.exportAccount, undefined), 'application/json', 'aulaviva-mis-datos.json'));
  return (
    <section className="card stack account-wide" aria-labelledby="datos">
      <h2 id="datos">{t('data.title')}</h2>
      <div className="account-facts">
        <div>
          <h3>{t('data.exportTitle')}</h3>
          <p className="muted">{t('data.exportText')}</p>
          <button type="button" className="btn alt" onClick={() => void take()} disabled={busy} aria-busy={busy}>
            {t('data.export')}
          </button>
        </div>
        <div>
          <h3>{t('data.eraseTitle')}</h3>
          <p className="muted">{t('data.eraseText')}</p>
          <button type="button" className="btn alt" onClick={() => setOpen(true)}>
            {t('data.erase')}
          </button>
        </div>
      </div>
      {open ? (
        <Suspense fallback={null}>
          <EraseDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
