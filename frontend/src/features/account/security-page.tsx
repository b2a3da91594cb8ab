import './texts.ts';
import './account.css';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DataCard } from './data-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Not for everybody, or at the end of the page. */
const RightsCard = lazyPart(() => import('./rights-card.tsx').then((module) => module.RightsCard));
const CompanyCard = lazyPart(() => import('./company-card.tsx').then((module) => module.CompanyCard));
const FollowingCard = lazyPart(() => import('./following-card.tsx').then((module) => module.FollowingCard));

/** Ways to sign in, open sessions, and one's personal data. */
export function Component() {
  const { t } = useTranslation('account');
  const user = useSessionUser();
  const query = api.useOwnAccountQuery();
  const { data, error } = query;
  // The list has no fixed height to reserve, so what is below it is shown only after it has loaded.
  const sessions = api.useListSessionsQuery();
  return (
    <Page title={t('security.title')} lead={t('security.lead')} breadcrumb={<Link to={paths.profile}>{t('security.back')}</Link>}>
      {data ? null : <QueryState of={query} failed={t('security.loadError')} />}
      {data && !sessions.isLoading ? (
        <div className="my-account">
          <PasswordCard has={data.tiene_contrasena} recent={data.sesion_reciente} name={user.email ?? user.username ?? ''} />
          <SessionsCard />
          <PasskeysCard keys={data.llaves} />
          <section className="card stack" aria-labelledby="google">
            <h2 id="google">{t('google.title')}</h2>
            <div className="row">
              <StatusTag tone={data.google ? 'ok' : 'neutral'}>{t(data.google ? 'google.linked' : 'google.notLinked')}</StatusTag>
            </div>
            <p className="muted">{t(data.google ? 'google.linkedText' : 'google.notLinkedText')}</p>
          </section>
          <Suspense fallback={null}>
            <CompanyCard companies={data.empresas} />
          </Suspense>
          <DataCard hasPassword={data.tiene_contrasena} />
          <Suspense fallback={<Bone height={160} />}>
            <RightsCard />
            {user.user_role === role.student ? <FollowingCard /> : null}
          </Suspense>
        </div>
      ) : error && !data ? null : (
        <Skeleton>
          <Bone height={220} />
          <Bone height={160} />
        </Skeleton>
      )}
    </Page>
  );
}
