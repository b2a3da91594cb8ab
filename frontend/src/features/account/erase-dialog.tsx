import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { paths } from '../../lib/paths.ts';
import { endSession, whileLeaving } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Failure, PasswordField } from '../../ui/field.tsx';

export interface EraseDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** Erases one's own account, once it is said what goes and what stays. */
export function EraseDialog({ hasPassword, onClose }: EraseDialogProps) {
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
      toField
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
          <Failure>{error}</Failure>
        </>
      )}
      <label className="checkbox">
        <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
        <span>{t('data.confirmBox')}</span>
      </label>
    </Dialog>
  );
}
