import '../../i18n/inbox.ts';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import type { SessionUser } from '../../lib/session.ts';
import { Announce } from '../../ui/announce.tsx';
import type { InboxState } from './use-inbox.ts';
import './inbox.css';

// The list is downloaded when the pointer or the focus reaches the bell.
const load = () => import('./inbox-panel.tsx').then((module) => module.InboxPanel);
const InboxPanel = lazyPart(load);
const MOST = 99;

/** How many notifications are new; opens the list of them. */
export function Bell({ user, inbox }: { user: SessionUser; inbox: InboxState }) {
  const { t } = useTranslation('inbox');
  const [open, setOpen] = useState(false);
  const { unread } = inbox;
  return (
    <>
      <button
        type="button"
        className="btn icon ghost bell"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={unread > 0 ? t('openNew', { count: unread }) : t('open')}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <IconBell size={22} stroke={1.7} aria-hidden="true" />
        {unread > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        ) : null}
      </button>
      <Announce>{unread > 0 ? t('arrived', { count: unread }) : ''}</Announce>
      {open ? (
        <Suspense fallback={null}>
          <InboxPanel user={user} inbox={inbox} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
