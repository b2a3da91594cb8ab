import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Discussion } from '../../../../../backend/api/contract/comments.ts';
import { paths } from '../../../lib/paths.ts';
import { useSessionUser } from '../../../lib/session.ts';

/** Why the reader may not write here, and what they can do about it. */
export function Obstacle({ of }: { of: Discussion['impedimento'] }) {
  const { t } = useTranslation('discussion');
  const user = useSessionUser();
  if (of === null) return null;
  if (of === 'EMAIL_NOT_VERIFIED')
    return (
      <p className="card">
        {t('obstacle.email')} <Link to={paths.verifyNotice(user.email ?? '')}>{t('obstacle.emailAction')}</Link>
      </p>
    );
  if (of === 'COMMENTING_SUSPENDED')
    return (
      <p className="card">
        {t('obstacle.suspended')} <Link to={paths.participation}>{t('obstacle.suspendedAction')}</Link>
      </p>
    );
  return <p className="card">{t('obstacle.enrol')}</p>;
}
