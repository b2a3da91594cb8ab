import './texts.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import type { Preparing } from './prepare.ts';
import './progress.css';

/** How much of a moment of the past has been prepared. */
export function Progress({ done, of, left }: Omit<Preparing, 'takes'>) {
  const { t } = useTranslation('past');
  return (
    <div className="past-progress" role="status">
      <progress {...(of > 0 && { value: Math.min(done, of), max: of })} aria-label={t('preparing')} />
      <span className="muted">
        {t('preparing')} {of > 0 ? t('prepared', { count: of, done: formatNumber(done), written: formatNumber(of) }) : ''}
        {left === null ? '' : ` · ${left < 90 ? t('leftSeconds', { count: left }) : t('leftMinutes', { count: Math.round(left / 60) })}`}
      </span>
      {left === null ? null : <span className="muted">{t('onlyOnce')}</span>}
    </div>
  );
}
