import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useDemo } from './use-demo.ts';

/** In the demo school no mail is sent: shows where to read it. */
export function DemoMailHint() {
  const { t } = useTranslation('auth');
  return useDemo() ? (
    <span>
      {t('mailbox.demoHint')} <Link to={paths.demoMailbox}>{t('mailbox.link')}</Link>.
    </span>
  ) : null;
}
