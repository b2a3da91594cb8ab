import '../i18n/shell.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../api/api.ts';
import { paths } from '../lib/paths.ts';
import { role } from '../lib/roles.ts';
import type { SessionUser } from '../lib/session.ts';

const key = (userId: number) => `aulaviva.avisoTelefono.${userId}`;
const DAY = 86_400_000;

/** Whether the reminder may be shown: once, to students whose account is a day old, never to staff who look at a course. Without storage there is no reminder. */
export const reminderIsDue = (user: Pick<SessionUser, 'id' | 'user_role' | 'created_at'>, now = Date.now()): boolean => {
  if (user.user_role !== role.student || now - Date.parse(user.created_at) < DAY) return false;
  try {
    return localStorage.getItem(key(user.id)) === null;
  } catch {
    return false;
  }
};
export const noteReminder = (userId: number, now = Date.now()): void => {
  try {
    localStorage.setItem(key(userId), String(now));
  } catch {
    // Without storage no reminder is shown either (`reminderIsDue`).
  }
};

/**
 * Once, tells people without a confirmed phone what it is good for, and links to where it is confirmed. A school that sends no text messages cannot
 * confirm one, and asks for none.
 * The reminder is part of the page and not an overlay, because it answers no action. It appears with the next page that the person opens and stays until it is closed,
 * so that nothing moves by itself.
 */
export function PhoneReminder({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => reminderIsDue(user));
  const wanted = open && !user.is_phone_verified && pathname !== paths.profile;
  const { data } = api.useOwnAccountQuery(undefined, { skip: !wanted });
  /** The page that was shown before the school had answered: the reminder is not added to it. */
  const [without, setWithout] = useState(pathname);
  useEffect(() => {
    if (!data) setWithout(pathname);
  }, [data, pathname]);
  const shown = wanted && data?.mensajes_de_texto === true && pathname !== without;
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
