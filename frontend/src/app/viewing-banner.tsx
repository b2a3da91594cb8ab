import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import viewing from '../i18n/viewing.es-MX.json';
import { formatTime } from '../lib/dates.ts';
import { call } from '../lib/http.ts';
import { officePaths } from '../lib/office-paths.ts';
import { useSessionUser, whileLeaving } from '../lib/session.ts';
import './page-banner.css';
import './viewing-banner.css';

declare module '../i18n/i18n.ts' {
  interface Texts {
    viewing: typeof viewing;
  }
}
addTexts('viewing', viewing);

/** On every page while an administrator views the school as somebody else: as whom, that nothing can be changed, until when, and the button that ends it. */
export function ViewingBanner() {
  const { t } = useTranslation('viewing');
  const { viewer, name, id } = useSessionUser();
  const [ending, setEnding] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!viewer) return null;
  const end = async () => {
    setEnding(true);
    setFailed(false);
    try {
      await whileLeaving(() => call(calls.endViewing, undefined));
      globalThis.location.assign(`${officePaths.adminPeople}?persona=${id}`);
    } catch {
      setFailed(true);
      setEnding(false);
    }
  };
  return (
    <aside className="page-banner viewing" aria-label={t('label')}>
      <IconEye size={20} stroke={1.7} aria-hidden="true" />
      <p>
        <strong>{t('as', { name })}</strong> <span>{t('only', { time: formatTime(viewer.until) })}</span>
        {failed ? <span role="alert"> {t('failed')}</span> : null}
      </p>
      <button type="button" className="btn alt" disabled={ending} aria-busy={ending} onClick={() => void end()}>
        {t('end')}
      </button>
    </aside>
  );
}
