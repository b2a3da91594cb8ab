import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { homeOf, paths } from '../lib/paths.ts';
import { followSchool, useSchool } from '../lib/school.ts';
import { loadSessionIfLikely, useMaybeSession } from '../lib/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';
import '../ui/site.css';

export interface SiteLink {
  to: string;
  text: string;
  current?: boolean;
}

/** The header of the public pages: links, appearance, and signing in. On phones they are in a dialog (`menu`). */
export function SiteHeader({ links, menu = links }: { links: readonly SiteLink[]; menu?: readonly SiteLink[] }) {
  const { t } = useTranslation();
  const user = useMaybeSession();
  const [open, setOpen] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const { pathname, search } = useLocation();
  const { nombre } = useSchool();
  useEffect(followSchool, []);
  useEffect(loadSessionIfLikely, []);
  useEffect(() => {
    const look = () => setScrolled(scrollY > 8);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const way = wayIn();
  const close = () => setOpen(false);
  function wayIn() {
    if (user) return { to: homeOf(user.user_role), text: t('action.goPanel') };
    if (pathname === paths.login())
      return { to: paths.register({ returnTo: new URLSearchParams(search).get('returnTo') }), text: t('action.register') };
    return { to: paths.login(returnToOf(pathname, search)), text: t('nav.start') };
  }
  return (
    <header className="site-head" data-line={scrolled || pathname !== paths.home ? '' : undefined}>
      <a className="skip" href="#contenido">
        {t('skip')}
      </a>
      <div className="wrap">
        <Link to={paths.home} className="logo-link">
          <Logo />
        </Link>
        <nav className="site-links only-wide" aria-label={t('nav.main')}>
          {links.map((link) => (
            <Link key={link.to} to={link.to} aria-current={link.current ? 'true' : undefined}>
              {link.text}
            </Link>
          ))}
        </nav>
        <div className="site-side">
          <span className="only-wide">
            <LanguageSwitch />
          </span>
          <span className="only-wide header-roomy-only">
            <SchemeSwitch />
          </span>
          <Link className="btn" to={way.to}>
            {way.text}
          </Link>
          <button
            type="button"
            className="btn icon alt only-phone"
            aria-label={t('action.openMenu')}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
              <path d="M3 6h14M3 14h14" />
            </svg>
          </button>
        </div>
      </div>
      <Dialog open={open} onClose={close} title={nombre} side="right">
        <nav className="menu-phone" aria-label={t('nav.main')}>
          {menu.map((link) => (
            <Link key={link.text} to={link.to} onClick={close}>
              {link.text}
            </Link>
          ))}
          <Link to={way.to} onClick={close}>
            {way.text}
          </Link>
        </nav>
        <div className="row">
          <LanguageSwitch whole />
          <SchemeSwitch />
        </div>
      </Dialog>
    </header>
  );
}

/** From a page worth returning to, signing in leads back there. */
const returnToOf = (pathname: string, search: string): string | null => (pathname === paths.catalogue() ? pathname + search : null);
