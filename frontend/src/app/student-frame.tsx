import { pages } from 'virtual:pages';
import { IconBuildingStore, IconChartDots3, IconHome, IconMessages, IconRoute, IconUser } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { useFollowSelf } from '../lib/follow-self.ts';
import { paths } from '../lib/paths.ts';
import { followSchool } from '../lib/school.ts';
import type { SessionUser } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { StudentMenuText } from './pages.ts';
import './student-frame.css';
import '../ui/site.css';

interface Look {
  /** The word for the tab bar of a phone, where the whole one does not fit. */
  short?: 'nav.myCoursesShort' | 'nav.progressShort';
  /** The phone's tab bar has room for five: the menu of the account leads there too. */
  wideOnly?: boolean;
  Icon: typeof IconHome;
}
const looks: Readonly<Record<StudentMenuText, Look>> = {
  'nav.home': { Icon: IconHome },
  'nav.myCourses': { short: 'nav.myCoursesShort', Icon: IconRoute },
  'nav.shop': { Icon: IconBuildingStore },
  'nav.community': { Icon: IconMessages },
  'nav.progress': { short: 'nav.progressShort', Icon: IconChartDots3 },
  'nav.profile': { wideOnly: true, Icon: IconUser },
};
const menu = pages.flatMap(({ path, who, menu }) => (menu && who === 'signedIn' ? [{ path, text: menu as StudentMenuText }] : []));

interface Props {
  user: SessionUser;
  /** Beside the account. */
  status?: React.ReactNode;
  /** Between the bar and the page. */
  notice?: React.ReactNode;
  children: React.ReactNode;
}

/** The student's frame: a line along the top with a station where one stands; on phones, a tab bar along the bottom. Light enough for the catalogue, which has no store. */
export function StudentFrame({ user, status, notice, children }: Props) {
  const { t } = useTranslation();
  useEffect(followSchool, []);
  const unverified = !user.email_verified && user.email;
  // The link may be opened on another device: the banner goes when it is.
  useFollowSelf(unverified ? user.id : null);
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
            {menu.map(({ path, text }) => {
              const { short, wideOnly, Icon } = looks[text];
              return (
                <NavLink key={path} to={path} end {...(wideOnly && { className: 'tab-wide-only' })}>
                  <Icon size={22} stroke={1.7} aria-hidden="true" />
                  {short ? (
                    <>
                      <span className="tab-whole">{t(text)}</span>
                      <span className="tab-short">{t(short)}</span>
                    </>
                  ) : (
                    <span>{t(text)}</span>
                  )}
                </NavLink>
              );
            })}
          </nav>
          <div className="learner-side">
            {status}
            <AccountMenu user={user} />
          </div>
        </div>
      </header>
      {unverified ? (
        <p className="bar-notice">
          {t('verify.banner')} <Link to={paths.verifyNotice(unverified)}>{t('verify.link')}</Link>
        </p>
      ) : null}
      {notice}
      <main className="learner-body wrap" id="contenido" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
