import '../../i18n/inbox.ts';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import { type InboxState, type Received, wordsOf } from './use-inbox.ts';
import './inbox.css';

const NotificationDetail = lazyPart(() => import('./notification-detail.tsx').then((module) => module.NotificationDetail));

/** The newest urgent notification above every page, for a week or until it is read on any device. */
export function UrgentBanner({ inbox: { urgent, read } }: { inbox: InboxState }) {
  const { t } = useTranslation('inbox');
  const [opened, setOpened] = useState<Received | null>(null);
  /** Hidden on this page. Where it cannot be marked as read (as while viewing the school as somebody else), it is shown again on the next page. */
  const [away, setAway] = useState<number | null>(null);
  const done = (one: Received) => {
    setAway(one.id_notificacion);
    void read(one.id_notificacion).catch(() => undefined);
  };
  const shown = urgent && urgent.id_notificacion !== away ? urgent : null;
  const words = shown && wordsOf(shown.notificacion);
  return (
    <>
      {shown && words ? (
        <aside className="bar-notice urgent-bar" aria-label={t('urgentLabel')}>
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
          <p role="status" lang={words.lang}>
            <strong>{words.title}</strong> <span className="urgent-text">{words.text}</span>
          </p>
          <button
            type="button"
            className="btn alt"
            onClick={() => {
              setOpened(shown);
              done(shown);
            }}
          >
            {t('see')}
          </button>
          <button type="button" className="btn icon ghost" aria-label={t('close')} onClick={() => done(shown)}>
            <IconX size={20} stroke={1.7} aria-hidden="true" />
          </button>
        </aside>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <NotificationDetail received={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
