import '../i18n/lost.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useFollowSelf } from '../lib/follow-self.ts';
import { formatEither } from '../lib/format.ts';
import { call } from '../lib/http.ts';
import { homeOf, paths, validReturnTo } from '../lib/paths.ts';
import { role, roleKey } from '../lib/roles.ts';
import { loadSessionIfLikely, useMaybeSession } from '../lib/session.ts';
import { usePageHeading } from '../ui/page.tsx';
import { rolesFor } from './places.ts';
import './lost.css';

export function Component() {
  const { t } = useTranslation(['common', 'lost']);
  const heading = usePageHeading(t('lost:unauthorized.title'));
  const [search] = useSearchParams();
  const user = useMaybeSession();
  useEffect(loadSessionIfLikely, []);
  useFollowSelf(user?.id ?? null);
  const from = validReturnTo(search.get('from'));
  const page = from?.replace(/[?#].*$/, '') ?? null;
  const needed = page === null ? null : rolesFor(page);
  const mayEnter = Boolean(user && needed?.some((code) => code === user.user_role));
  const refused = user && needed && !mayEnter ? page : null;
  // No call was made, so without this report the server's log would have no trace of it.
  useEffect(() => {
    if (refused !== null) call(calls.reportRefusal, { lugar: refused }).catch(() => undefined);
  }, [refused]);
  if (from !== null && mayEnter) return <Navigate to={from} replace />;
  const names = needed && formatEither(needed.map((code) => t(`role.${roleKey(code)}`)));
  return (
    <div className="lost">
      <svg viewBox="0 0 360 150" aria-hidden="true" className="lost-drawing">
        <g fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
          <path d="M-10 84h170" stroke="var(--bougainvillea)" />
          <path d="M200 84h170" stroke="var(--line)" />
        </g>
        {[30, 100].map((x) => (
          <circle key={x} cx={x} cy="84" r="8" fill="var(--bougainvillea)" />
        ))}
        {[260, 330].map((x) => (
          <circle key={x} cx={x} cy="84" r="8" fill="var(--sheet)" stroke="var(--border)" strokeWidth="3" />
        ))}
        <g transform="translate(180 84)">
          <rect x="-26" y="-12" width="52" height="42" rx="9" fill="var(--bougainvillea)" />
          <path d="M-14-12v-10a14 14 0 0 1 28 0v10" fill="none" stroke="var(--bougainvillea)" strokeWidth="7" />
          <circle cx="0" cy="6" r="5" fill="var(--paper)" />
          <path d="M0 8v10" stroke="var(--paper)" strokeWidth="4" strokeLinecap="round" />
        </g>
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {t('lost:unauthorized.title')}
      </h1>
      <p>{t('lost:unauthorized.text')}</p>
      {names && user ? (
        <p className="muted">{t('lost:unauthorized.need', { roles: names, role: t(`role.${roleKey(user.user_role)}`) })}</p>
      ) : null}
      <p className="muted">{t(user?.user_role === role.admin ? 'lost:unauthorized.viewAs' : 'lost:unauthorized.ask')}</p>
      <p className="row" style={{ justifyContent: 'center' }}>
        {user ? (
          <Link className="btn" to={homeOf(user.user_role)}>
            {t('lost:unauthorized.home')}
          </Link>
        ) : (
          <Link className="btn" to={paths.login(from)}>
            {t('action.login')}
          </Link>
        )}
      </p>
    </div>
  );
}
