import './texts.ts';
import '../../domain/company/texts.ts';
import { useTranslation } from 'react-i18next';
import { Returning } from './returning.tsx';

/** The end of the round trip to the provider of a person’s company. */
export function Component() {
  const { t } = useTranslation('company');
  const words = { title: t('returning'), busy: t('busy'), failed: t('requestFailed'), created: t('created') };
  return <Returning words={words} />;
}
