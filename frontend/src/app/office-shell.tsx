import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { addTexts } from '../i18n/i18n.ts';
import office from '../i18n/office.es-MX.json';
import { homeOf, paths } from '../lib/paths.ts';
import { type RoleCode, role, roleKey } from '../lib/roles.ts';
import { followSchool, useSchool } from '../lib/school.ts';
import { useSessionUser } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';
import { leave } from './account-menu.tsx';
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

const entries: readonly {
  to: string;
  key: 'common:nav.courses' | `office:nav.${keyof typeof office.nav}`;
  roles: readonly RoleCode[];
}[] = [
  { to: paths.adminOverview, key: 'office:nav.overview', roles: [role.admin] },
  { to: paths.adminCourses, key: 'common:nav.courses', roles: [role.admin] },
  { to: paths.instructorOverview, key: 'office:nav.overview', roles: [role.instructor] },
  { to: paths.instructorCourses, key: 'common:nav.courses', roles: [role.instructor] },
  { to: paths.adminPeople, key: 'office:nav.people', roles: [role.admin] },
  { to: paths.adminReviews, key: 'office:nav.reviews', roles: [role.admin] },
  { to: paths.adminSite(), key: 'office:nav.site', roles: [role.admin] },
  { to: paths.adminLeads, key: 'office:nav.leads', roles: [role.admin] },
  { to: paths.adminScholarships, key: 'office:nav.scholarships', roles: [role.admin] },
  { to: paths.projections, key: 'office:nav.projections', roles: [role.admin] },
  { to: paths.analytics, key: 'office:nav.analytics', roles: [role.admin, role.analyst] },
];

/** The back office: compact, with its pages as the stations of one line. */
export function Component() {
  const { t } = useTranslation(['common', 'office']);
  const user = useSessionUser();
  const [open, setOpen] = useState(false);
  const { nombre } = useSchool();
  useEffect(followSchool, []);
  const mine = entries.filter((entry) => entry.roles.some((code) => code === user.user_role));
  const nav = (
    <nav aria-label={t('nav.main')} className="oficina-nav">
      {mine.map(({ to, key }) => (
        <NavLink key={to} to={to} onClick={() => setOpen(false)}>
          <i aria-hidden="true" />
          {t(key)}
        </NavLink>
      ))}
    </nav>
  );
  const foot = (
    <div className="oficina-pie">
      <Link className="oficina-persona" to={paths.profile}>
        <Avatar name={user.name} picture={user.profile_picture} size={32} />
        <span>
          <strong>{user.name}</strong>
          <span className="muted">{t(`role.${roleKey(user.user_role)}`)}</span>
        </span>
      </Link>
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <LanguageSwitch />
        <SchemeSwitch />
        <button type="button" className="btn alt" onClick={() => void leave()}>
          {t('action.logout')}
        </button>
      </div>
    </div>
  );
  return (
    <Providers>
      <div className="oficina" data-density="compact">
        <a className="skip" href="#contenido">
          {t('skip')}
        </a>
        <aside className="oficina-lado">
          <Link to={homeOf(user.user_role)} className="logo-enlace">
            <Logo size={26} />
          </Link>
          {nav}
          {foot}
        </aside>
        <div className="oficina-ancho">
          <header className="oficina-cabeza">
            <button
              type="button"
              className="btn icono alt oficina-menu"
              aria-label={t('action.openMenu')}
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={20} aria-hidden="true" />
            </button>
            <Link to={homeOf(user.user_role)} className="logo-enlace oficina-logo">
              <Logo size={26} />
            </Link>
            <span style={{ marginInlineStart: 'auto' }}>
              <Connection />
            </span>
          </header>
          <Stale />
          <main className="oficina-cuerpo" id="contenido" tabIndex={-1}>
            <Outlet />
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
