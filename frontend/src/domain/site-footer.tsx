import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { homeOf, paths } from '../lib/paths.ts';
import { hoursOf, useSchool } from '../lib/school.ts';
import { useMaybeSession } from '../lib/session.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';
import '../ui/site.css';

/** Only digits and the plus sign dial. */
const dialled = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** The footer of the public pages, from the school's own data (A18). */
export function SiteFooter() {
  const { t, i18n } = useTranslation();
  const user = useMaybeSession();
  const { nombre, mision, telefono, correo, direccion, horario, mensajeria, redes = [], politicas = [] } = useSchool();
  const hours = horario && hoursOf(horario, t('weekdays', { returnObjects: true }), i18n.language);
  return (
    <footer className="foot" id="contactanos">
      <div className="wrap">
        <div className="foot-columns">
          <figure className="foot-mission" id="mision">
            <Logo />
            <blockquote style={{ margin: 0 }}>
              <p lang="es">{mision?.texto}</p>
            </blockquote>
            <figcaption>
              <cite lang="es">{mision?.autor}</cite>
            </figcaption>
          </figure>
          <div>
            <h2>{t('footer.school')}</h2>
            <ul>
              <li>
                <Link to={paths.catalogue()}>{t('nav.courses')}</Link>
              </li>
              <li>
                <Link to={paths.costs}>{t('nav.costs')}</Link>
              </li>
              <li>
                <Link to={paths.pricing}>{t('nav.plans')}</Link>
              </li>
              <li>
                <Link to={paths.policies()}>{t('nav.policies')}</Link>
              </li>
              {politicas.includes('privacidad') ? (
                <li>
                  <Link to={paths.policies('privacidad')}>{t('nav.privacy')}</Link>
                </li>
              ) : null}
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
            <h2>{t('nav.contact')}</h2>
            <ul className="foot-lead">
              {telefono ? (
                <li>
                  <a href={dialled(telefono)}>{telefono}</a>
                </li>
              ) : null}
              {correo ? (
                <li>
                  <a href={`mailto:${correo}`}>{correo}</a>
                </li>
              ) : null}
              {direccion ? <li>{direccion}</li> : null}
              {hours ? <li>{t('footer.hours', hours)}</li> : null}
              {mensajeria ? (
                <li>
                  <a href={mensajeria} target="_blank" rel="noopener noreferrer">
                    {t('footer.messaging')}
                    <span className="sr"> {t('footer.newTab')}</span>
                  </a>
                </li>
              ) : null}
              {redes.map(({ nombre, enlace }) => (
                <li key={enlace}>
                  <a href={enlace} target="_blank" rel="noopener noreferrer">
                    {nombre}
                    <span className="sr"> {t('footer.newTab')}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className="foot-closing">
          <p className="muted" suppressHydrationWarning>
            {t('footer.rights', { year: new Date().getFullYear(), school: nombre })}
          </p>
          <div className="row">
            <LanguageSwitch whole />
            <SchemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}
