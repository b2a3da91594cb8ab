import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSchool } from '../lib/school.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { SchemeSwitch } from '../ui/scheme-switch.tsx';

/** The footer of a page that is a form: one or two lines, so that on a phone the form fills the page. */
export function FormFoot() {
  const { t } = useTranslation();
  const { nombre, correo, politicas = [] } = useSchool();
  return (
    <footer className="foot">
      <div className="wrap foot-closing" style={{ borderTop: 0 }}>
        <p className="muted" suppressHydrationWarning>
          {t('footer.rights', { year: new Date().getFullYear(), school: nombre })}
        </p>
        <ul style={{ display: 'flex', flexWrap: 'wrap', gap: '0 var(--s-20)' }}>
          <li>
            <Link to={paths.policies()}>{t('nav.policies')}</Link>
          </li>
          {politicas.includes('privacidad') ? (
            <li>
              <Link to={paths.policies('privacidad')}>{t('nav.privacy')}</Link>
            </li>
          ) : null}
          {correo ? (
            <li>
              <a href={`mailto:${correo}`}>{correo}</a>
            </li>
          ) : null}
        </ul>
        <div className="row">
          <LanguageSwitch whole />
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
