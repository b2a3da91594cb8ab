import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import './texts.ts';

/** A generated username, to be kept or changed. */
export function Proposed({ username }: { username: string }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const [keep, { isLoading }] = api.useConfirmUsernameMutation();
  const accept = () =>
    keep()
      .unwrap()
      .then(
        () => notify.success(t('proposed.kept')),
        (failure: unknown) => notify.error(`${t('failed')}. ${errorText(failure)}`),
      );
  return (
    <div className="profile-proposal row" data-writes>
      <p>
        {t('proposed.text', { username })} {t('proposed.orEdit')}
      </p>
      <button type="button" className="btn alt" onClick={() => void accept()} disabled={isLoading} aria-busy={isLoading}>
        {t('proposed.keep')}
      </button>
    </div>
  );
}
