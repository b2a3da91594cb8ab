import '../i18n/shell.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';

const key = (userId: number) => `aulaviva.avisoTelefono.${userId}`;
const DAY = 86_400_000;

/** Whether a day has passed since the last reminder; notes this one. Without storage nobody is reminded again and again. */
export const reminderIsDue = (userId: number, now = Date.now()): boolean => {
  try {
    const last = Number(localStorage.getItem(key(userId)) ?? 0);
    if (now - last < DAY && last <= now) return false;
    localStorage.setItem(key(userId), String(now));
    return true;
  } catch {
    return false;
  }
};

/** Once a day, whoever has not confirmed a telephone is told what it is good for, with the way to do it. */
export function usePhoneReminder(user: SessionUser): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wanted = !user.is_phone_verified && pathname !== paths.profile;
  useEffect(() => {
    if (!wanted || !reminderIsDue(user.id)) return;
    notify.warning(t('phoneReminder.title'), {
      description: `${t('phoneReminder.text')} ${t('phoneReminder.which')}`,
      duration: 10_000,
      closeButton: true,
      action: { label: t('phoneReminder.link'), onClick: () => void navigate(paths.profile) },
    });
  }, [wanted, user.id, t, navigate]);
}
