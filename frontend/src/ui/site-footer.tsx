import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { homeOf, paths } from '../lib/paths.ts';
import { school } from '../lib/school.ts';
import { useMaybeSession } from '../lib/session.ts';
import { Logo } from './logo.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import './site.css';

export function SiteFooter() {
  const { t } = useTranslation();
  const user = useMaybeSession();
  return (
    <footer className="pie" id="contactanos">
      <div className="wrap">
        <div className="pie-columnas">
          <figure className="pie-mision">
            <Logo />
            <blockquote style={{ margin: 0 }}>
              <p>{t('footer.mission')}</p>
            </blockquote>
            <figcaption>
              <cite>{t('footer.missionBy')}</cite>
            </figcaption>
          </figure>
          <div>
            <h2>{t('footer.school')}</h2>
            <ul>
              <li>
                <Link to={paths.catalogue()}>{t('nav.courses')}</Link>
              </li>
              <li>
                <Link to={paths.home}>{t('nav.home')}</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2>{t('footer.account')}</h2>
            <ul>
              {user ? (
                <li>
                  <Link to={homeOf(user.user_role)}>{t('action.goPanel')}</Link>
                </li>
              ) : (
                <>
                  <li>
                    <Link to={paths.login()}>{t('action.login')}</Link>
                  </li>
                  <li>
                    <Link to={paths.register()}>{t('action.register')}</Link>
                  </li>
                </>
              )}
            </ul>
          </div>
          <div>
            <h2>{t('footer.contact')}</h2>
            <ul>
              <li>
                <a href={`mailto:${school.email}`}>{school.email}</a>
              </li>
              <li>{t('footer.city')}</li>
              <li>{t('footer.hours')}</li>
            </ul>
          </div>
        </div>
        <div className="pie-cierre">
          <p className="muted" suppressHydrationWarning>
            {t('footer.rights', { year: new Date().getFullYear() })}
          </p>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
