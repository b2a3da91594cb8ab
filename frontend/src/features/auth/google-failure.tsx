import { useTranslation } from 'react-i18next';
import { FormNote } from './auth-frame.tsx';

/** What went wrong with Google, and the other way to sign in. Some texts end without a full stop, and another sentence follows here. */
export function GoogleFailure({ text }: { text: string }) {
  const { t } = useTranslation('auth');
  return (
    <FormNote tone="error">
      {/[.!?…]$/.test(text) ? text : `${text}.`} {t('google.orEmail')}
    </FormNote>
  );
}
