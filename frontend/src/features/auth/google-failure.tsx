import { useTranslation } from 'react-i18next';
import { FormNote } from './auth-frame.tsx';

/** What went wrong with Google, and the other way in. Some of the texts end without a stop, and here another sentence follows. */
export function GoogleFailure({ text }: { text: string }) {
  const { t } = useTranslation('auth');
  return (
    <FormNote tone="error">
      {/[.!?…]$/.test(text) ? text : `${text}.`} {t('google.orEmail')}
    </FormNote>
  );
}
