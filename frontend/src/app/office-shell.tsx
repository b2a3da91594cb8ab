import { menu as entries } from 'virtual:pages/office-menu';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import type { OfficeMenuText } from '../../../backend/api/contract/pages.ts';
import { addTexts } from '../i18n/i18n.ts';
import office from '../i18n/office.es-MX.json';
import { useOwnRights } from '../lib/follow-self.ts';
import { lazyPart } from '../lib/lazy-route.ts';
import { mayLookBack, usePast } from '../lib/past.ts';
import { homeOf, paths } from '../lib/paths.ts';
import { type RoleCode, roleKey } from '../lib/roles.ts';
import { followSchool, useSchool } from '../lib/school.ts';
import { useSessionUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';
import { leave } from './account-menu.tsx';
import { Bell } from './inbox/bell.tsx';
import { UrgentBanner } from './inbox/urgent-banner.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import { Connection, Providers, Stale } from './providers.tsx';
import './office-shell.css';
import './student-frame.css';
import '../ui/site.css';

declare module '../i18n/i18n.ts' {
  interface Texts {
    office: typeof office;
  }
}
addTexts('office', office);

const PastButton = lazyPart(() => import('./past/past-button.tsx').then((module) => module.PastButton));

/** The sections of the menu, in this order; a section of which the role has only one page has no heading. */
const parts = ['school', 'courses', 'people', 'data'] as const;
type Part = (typeof parts)[number];
const partOf: Readonly<Record<OfficeMenuText, Part>> = {
  'office:nav.overview': 'school',
  'nav.courses': 'courses',
  'nav.events': 'courses',
  'office:nav.notifications': 'courses',
  'office:nav.reports': 'courses',
  'office:nav.reviews': 'courses',
  'office:nav.people': 'people',
  'office:nav.assignments': 'people',
  'office:nav.payments': 'people',
  'office:nav.support': 'people',
  'office:nav.leads': 'people',
  'office:nav.scholarships': 'people',
  'office:nav.site': 'school',
  'office:nav.integrations': 'school',
  'office:nav.figures': 'data',
  'office:nav.wholeHistory': 'data',
  'office:nav.projections': 'data',
  'office:nav.analytics': 'data',
  'office:nav.eventLog': 'data',
  'office:nav.sql': 'data',
};

/** The menu of a role. */
const menuOf = (role: RoleCode): readonly (readonly [OfficeMenuText, string, readonly string[]])[] =>
  entries.flatMap(({ path, who, menu, also = [] }) => (who.includes(role) ? [[menu, path, also] as const] : []));

/** The back office's frame: compact, with its pages as the stations of one line. */
export function Component() {
  const { t } = useTranslation(['common', 'office']);
  const user = useSessionUser();
  // Another moment of the past is shown as a new page: the shell is mounted anew.
  const past = usePast();
  const [open, setOpen] = useState(false);
  const { nombre } = useSchool();
  useEffect(followSchool, []);
  useOwnRights(user);
  const inbox = useInbox(user);
  const menu = menuOf(user.user_role as RoleCode);
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a low window the stations scroll: that of the present page is kept in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present page follows the path
  useEffect(() => {
    side.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname]);
  const nav = (
    <nav aria-label={t('nav.main')} className="office-nav">
      {parts.map((part) => {
        const own = menu.filter(([text]) => partOf[text] === part);
        if (own.length === 0) return null;
        const links = own.map(([text, path, also]) => {
          // A page that has another entry of the menu below it is marked only at its exact address.
          const end = menu.some(([, other]) => other.startsWith(`${path}/`));
          const marked = pathname === path || also.includes(pathname) || (!end && pathname.startsWith(`${path}/`));
          return (
            <Link key={path} to={path} aria-current={marked ? 'page' : undefined} onClick={() => setOpen(false)}>
              <i aria-hidden="true" />
              {t(text)}
            </Link>
          );
        });
        return (
          <div key={part} className="office-part">
            {own.length > 1 && own.length < menu.length ? <p>{t(`office:part.${part}`)}</p> : null}
            {links}
          </div>
        );
      })}
    </nav>
  );
  const foot = (
    <div className="office-foot">
      <div className="office-who">
        <Link className="office-person" to={paths.profile}>
          <Avatar name={user.name} picture={user.profile_picture} size={32} />
          <span>
            <strong>{user.name}</strong>
            <span className="muted">{t(`role.${roleKey(user.user_role)}`)}</span>
          </span>
        </Link>
        <button type="button" className="link" onClick={() => void leave()}>
          {t('action.logout')}
        </button>
      </div>
      <div className="office-who">
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </div>
  );
  return (
    <Providers>
      <div className="office" data-density="compact">
        <a className="skip" href="#contenido">
          {t('skip')}
        </a>
        <aside className="office-side" ref={side}>
          <Link to={homeOf(user.user_role)} className="logo-link">
            <Logo size={26} />
          </Link>
          {nav}
          {foot}
        </aside>
        <div className="office-wide">
          <header className="office-head">
            <button
              type="button"
              className="btn icon alt office-menu"
              aria-label={t('action.openMenu')}
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={20} aria-hidden="true" />
            </button>
            <Link to={homeOf(user.user_role)} className="logo-link office-logo">
              <Logo size={26} />
            </Link>
            <span className="row" style={{ marginInlineStart: 'auto' }}>
              <Connection />
              {past === null && mayLookBack() ? (
                <Suspense fallback={null}>
                  <PastButton />
                </Suspense>
              ) : null}
            </span>
            <Bell user={user} inbox={inbox} />
          </header>
          <UrgentBanner inbox={inbox} />
          <Stale />
          <main className="office-body" id="contenido" tabIndex={-1}>
            <Outlet key={past ?? 'today'} />
          </main>
        </div>
        <Dialog open={open} onClose={() => setOpen(false)} title={nombre} side="right">
          {nav}
          {foot}
        </Dialog>
      </div>
    </Providers>
  );
}
