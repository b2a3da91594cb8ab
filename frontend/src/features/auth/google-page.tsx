import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Returning } from './returning.tsx';

/** The end of the round trip to Google. */
export function Component() {
  const { t } = useTranslation('auth');
  const words = { title: t('google.returning'), busy: t('google.busy'), failed: t('google.requestFailed'), created: t('google.created') };
  return <Returning words={words} />;
}
