import '../i18n/shell.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { useOwnRights } from '../lib/follow-self.ts';
import { paths } from '../lib/paths.ts';
import { followSchool } from '../lib/school.ts';
import type { SessionUser } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './inbox/bell.tsx';
import { UrgentBanner } from './inbox/urgent-banner.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import { studentMenu, useMenuWords } from './student-menu.ts';
import './student-frame.css';
import '../ui/site.css';

interface Props {
  user: SessionUser;
  /** Shown beside the account menu. */
  status?: React.ReactNode;
  /** Shown between the bar and the page. */
  notice?: React.ReactNode;
  children: React.ReactNode;
}

/** The student's frame: a line along the top with a station for the active page; on phones, a tab bar at the bottom. It has no store, so that the catalogue can use it. */
export function StudentFrame({ user, status, notice, children }: Props) {
  const { t } = useTranslation(['common', 'shell']);
  const words = useMenuWords();
  useEffect(followSchool, []);
  const unverified = !user.email_verified && user.email;
  useOwnRights(user);
  const inbox = useInbox(user);
  return (
    <div className="learner" data-density="comfortable">
      <a className="skip" href="#contenido">
        {t('skip')}
      </a>
      <header className="learner-head">
        <div className="wrap">
          <Link to={paths.dashboard} className="logo-link">
            <Logo />
          </Link>
          <nav className="learner-nav" aria-label={t('nav.main')}>
            {studentMenu
              .filter(({ only }) => only !== 'account')
              .map(({ path, text, short, only, Icon }) => (
                <NavLink key={path} to={path} end {...(only && { className: 'tab-wide-only' })}>
                  <Icon size={22} stroke={1.7} aria-hidden="true" />
                  {short ? (
                    <>
                      <span className="tab-whole">{words(text)}</span>
                      <span className="tab-short">{t(short)}</span>
                    </>
                  ) : (
                    <span>{words(text)}</span>
                  )}
                </NavLink>
              ))}
          </nav>
          <div className="learner-side">
            {status}
            <Bell user={user} inbox={inbox} />
            <AccountMenu user={user} />
          </div>
        </div>
      </header>
      {unverified ? (
        <p className="bar-notice">
          {t('shell:verify.banner')} <Link to={paths.verifyNotice(unverified)}>{t('shell:verify.link')}</Link>
        </p>
      ) : null}
      <UrgentBanner inbox={inbox} />
      {notice}
      <main className="learner-body wrap" id="contenido" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
