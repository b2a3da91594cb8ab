import '../i18n/lost.ts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { usePageHeading } from '../ui/page.tsx';
import { nearest } from './nearest.ts';
import './lost.css';

export function Component() {
  const { t } = useTranslation(['common', 'lost']);
  const { pathname } = useLocation();
  const heading = usePageHeading(t('lost:notFound.title'));
  const near = nearest(pathname);
  return (
    <div className="lost">
      <svg viewBox="0 0 360 150" aria-hidden="true" className="lost-drawing">
        <g fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
          <path d="M-10 112h90l46-46h58" stroke="var(--agave)" />
          <path d="M184 66h34l30 30" stroke="var(--agave)" strokeDasharray="1 14" />
          <path d="M-10 40h70l52 52h70l40-40h150" stroke="var(--line)" />
        </g>
        {[22, 80].map((x) => (
          <circle key={x} cx={x} cy="112" r="8" fill="var(--agave)" />
        ))}
        <circle cx="184" cy="66" r="9" fill="var(--sheet)" stroke="var(--agave)" strokeWidth="4" />
        <circle cx="256" cy="104" r="11" fill="var(--cempasuchil)" stroke="var(--paper)" strokeWidth="4" />
        <text x="276" y="136" fill="var(--ink2)" fontFamily="var(--mono)" fontSize="15">
          404
        </text>
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {t('lost:notFound.title')}
      </h1>
      <p className="muted">{t('lost:notFound.text', { path: pathname.slice(0, 80) })}</p>
      {near ? (
        <p>
          {t('lost:notFound.near')} <Link to={near}>{near}</Link>
        </p>
      ) : null}
      <p className="row" style={{ justifyContent: 'center' }}>
        <Link className="btn" to={paths.home}>
          {t('action.goHome')}
        </Link>
        <Link className="btn alt" to={paths.catalogue()}>
          {t('lost:notFound.explore')}
        </Link>
      </p>
    </div>
  );
}
