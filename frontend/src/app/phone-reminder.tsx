import '../i18n/shell.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.ts';

const key = (userId: number) => `aulaviva.avisoTelefono.${userId}`;
const DAY = 86_400_000;

/** Whether a day has passed since the last reminder. Without storage there are no reminders. */
export const reminderIsDue = (userId: number, now = Date.now()): boolean => {
  try {
    const last = Number(localStorage.getItem(key(userId)) ?? 0);
    return now - last >= DAY || last > now;
  } catch {
    return false;
  }
};
export const noteReminder = (userId: number, now = Date.now()): void => {
  try {
    localStorage.setItem(key(userId), String(now));
  } catch {
    // Without storage it was not due either.
  }
};

/**
 * Once a day, tells people without a confirmed phone what it is good for, and links to where it is confirmed.
 * In the page rather than over it, because it answers no action of theirs; it stays until it is closed, so that nothing moves by itself.
 */
export function PhoneReminder({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => reminderIsDue(user.id));
  const shown = open && !user.is_phone_verified && pathname !== paths.profile;
  useEffect(() => {
    if (shown) noteReminder(user.id);
  }, [shown, user.id]);
  if (!shown) return null;
  return (
    <div className="bar-notice bar-phone">
      <p role="status">
        <strong>{t('phoneReminder.title')}</strong> {t('phoneReminder.text')} {t('phoneReminder.which')}{' '}
        <Link to={paths.profile} onClick={() => setOpen(false)}>
          {t('phoneReminder.link')}
        </Link>
      </p>
      <button type="button" className="btn icon ghost" aria-label={t('phoneReminder.close')} onClick={() => setOpen(false)}>
        <IconX size={20} stroke={1.7} aria-hidden="true" />
      </button>
    </div>
  );
}
