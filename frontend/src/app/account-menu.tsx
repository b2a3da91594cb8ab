import '../i18n/shell.ts';
import { IconDownload, IconHistory, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { asksForPast, looksBack, PAST_NAME, TO_CHOOSE } from '../lib/asked-past.ts';
import { useInstall } from '../lib/install.ts';
import { logOut } from '../lib/log-out.ts';
import { homeOf, paths } from '../lib/paths.ts';
import { role, roleKey } from '../lib/roles.ts';
import type { SessionUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { closePopover, Popover } from '../ui/popover.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';
import { studentMenu, useMenuWords } from './student-menu.ts';

/** Ends the session and loads a new document, so that nothing of this person stays in memory. */
export const leave = async (): Promise<void> => {
  await logOut();
  globalThis.location.assign(paths.login());
};

/** Loads this page in a frame that can show the past, where a moment is chosen. */
const choosePast = () => {
  location.search += `&${PAST_NAME}=${TO_CHOOSE}`;
};

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['common', 'shell']);
  const words = useMenuWords();
  const [leaving, setLeaving] = useState(false);
  const install = useInstall();
  const close = (event: React.MouseEvent) => closePopover(event.currentTarget);
  return (
    <Popover label={t('footer.account')} className="avatar-button" button={<Avatar name={user.name} picture={user.profile_picture} />}>
      <div className="menu-person">
        <strong>{user.name}</strong>
        {user.email ? <span className="muted">{user.email}</span> : null}
        <span className="muted">
          {t(`role.${roleKey(user.user_role)}`)}
          {user.user_role === role.student ? ` · ${t(user.tipo_usuario === 2 ? 'plan.premium' : 'plan.basic')}` : ''}
        </span>
      </div>
      {user.user_role === role.student ? null : (
        <Link className="menu-option" to={homeOf(user.user_role)} onClick={close}>
          {t('shell:backOffice')}
        </Link>
      )}
      {studentMenu
        .filter(({ only }) => only)
        .map(({ path, text, Icon }) => (
          <Link key={path} className="menu-option" to={path} onClick={close}>
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            {words(text)}
          </Link>
        ))}
      <div className="menu-line">
        <span>{t('scheme.label')}</span>
        <SchemeSwitch />
      </div>
      <div className="menu-line">
        <span aria-hidden="true">{t('language.label')}</span>
        <LanguageSwitch />
      </div>
      {looksBack(user) && !asksForPast() ? (
        <button type="button" className="menu-option" onClick={choosePast}>
          <IconHistory size={20} stroke={1.7} aria-hidden="true" />
          {t('shell:past')}
        </button>
      ) : null}
      {install ? (
        <button type="button" className="menu-option" onClick={install}>
          <IconDownload size={20} stroke={1.7} aria-hidden="true" />
          {t('shell:install')}
        </button>
      ) : null}
      <button
        type="button"
        className="menu-option"
        disabled={leaving}
        onClick={() => {
          setLeaving(true);
          void leave();
        }}
      >
        <IconLogout size={20} stroke={1.7} aria-hidden="true" />
        {t('action.logout')}
      </button>
    </Popover>
  );
}
