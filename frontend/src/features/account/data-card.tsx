import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { paths } from '../../lib/paths.ts';
import { endSession, whileLeaving } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { PasswordField } from '../../ui/field.tsx';
import { useSave } from '../../ui/use-save.ts';

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
          <button type="button" className="btn danger" onClick={() => setOpen(true)}>
            {t('data.erase')}
          </button>
        </div>
      </div>
      {open ? <EraseDialog hasPassword={hasPassword} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

function EraseDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const [erase, { isLoading }] = api.useEraseAccountMutation();
  const [password, setPassword] = useState('');
  const [sure, setSure] = useState(false);
  const [error, setError] = useState<string>();
  const missing = !sure || (hasPassword && password === '');
  const go = async () => {
    setError(undefined);
    try {
      await whileLeaving(() => erase(hasPassword ? { contrasena: password } : {}).unwrap());
      endSession();
      // A new document forgets everything about the person, and says that it is done.
      globalThis.location.assign(paths.login(null, 'erased'));
    } catch (failure) {
      setError(toFailure(failure).code === 'PROOF_REQUIRED' ? t('data.noPassword') : errorText(failure));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('data.dialogTitle')}
      locked={isLoading}
      footer={
        <>
          <button type="button" className="btn alt" onClick={onClose} disabled={isLoading}>
            {common('action.cancel')}
          </button>
          <button type="button" className="btn danger" onClick={() => void go()} disabled={missing || isLoading} aria-busy={isLoading}>
            {t(isLoading ? 'data.busy' : 'data.erase')}
          </button>
        </>
      }
    >
      <p>{t('data.goes')}</p>
      <ul className="account-leaves">
        {t('data.goesList', { returnObjects: true }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{t('data.stays')}</p>
      {hasPassword ? (
        <PasswordField
          label={t('data.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : (
        <>
          <p className="muted">{t('data.noPassword')}</p>
          {error ? (
            <p className="field-error" role="alert">
              {error}
            </p>
          ) : null}
        </>
      )}
      <label className="checkbox">
        <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
        <span>{t('data.confirmBox')}</span>
      </label>
    </Dialog>
  );
}
