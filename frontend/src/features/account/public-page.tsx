import type { FieldName } from '../../../../backend/api/contract/choices.ts';
import './texts.ts';
import './account.css';
import { IconCertificate } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';

// Loaded on demand: few people teach, and the covers of their courses are drawn by code.
const Teaches = lazyPart(() => import('./teaches.tsx').then((module) => module.Teaches));

const links: readonly FieldName[] = ['website', 'github', 'linkedin'];
/** Only web addresses become links, whatever was stored. */
const isWeb = (value: string) => /^https?:\/\//.test(value);

/** A person's page as others see it; on one's own page, also as staff see it. */
export function Component() {
  const { t } = useTranslation('account');
  const me = useSessionUser();
  const id = Number(useParams()['userId']);
  const own = me.id === id;
  const [as, setAs] = useState<'everyone' | 'staff'>('everyone');
  const known = Number.isInteger(id) && id > 0;
  const query = api.usePublicProfileQuery({ id, ...(own && { como: as }) }, { skip: !known });
  const { data, error } = query;
  const missing = !known || (error !== undefined && toFailure(error).code === 'USER_NOT_FOUND');
  const { username, bio, city, state_province, country, postal_code } = data?.campos ?? {};
  const place = [city, state_province, postal_code, country].filter(Boolean).join(', ');
  const addresses = links.flatMap((field) => {
    const value = data?.campos[field];
    return value ? [{ field, value }] : [];
  });
  return (
    <Page
      title={data ? t('public.title', { name: data.nombre }) : t('security.back')}
      lead={own ? t('public.lead') : undefined}
      breadcrumb={own ? <Link to={paths.profile}>{t('public.back')}</Link> : undefined}
      // The heading of the card is the person's name.
      quiet={!own && data !== undefined}
      width="narrow"
    >
      {missing ? (
        <Empty title={t('public.missing')} />
      ) : data ? (
        <>
          {own ? (
            <label className="field">
              <span className="field-label">{t('public.as')}</span>
              <select className="entry" value={as} onChange={(event) => setAs(event.target.value === 'staff' ? 'staff' : 'everyone')}>
                <option value="everyone">{t('public.everyone')}</option>
                <option value="staff">{t('public.staff')}</option>
              </select>
            </label>
          ) : null}
          <article className="card account-public">
            <header>
              <Avatar name={data.nombre} picture={data.foto} size={112} />
              <div>
                <p className="display account-public-name">{data.nombre}</p>
                {username ? <p className="muted">@{username}</p> : null}
                {place ? <p>{place}</p> : null}
              </div>
            </header>
            {bio ? (
              <p className="account-public-bio" lang="es">
                {bio}
              </p>
            ) : null}
            {addresses.length > 0 ? (
              <ul>
                {addresses.map(({ field, value }) => (
                  <li key={field}>
                    <span className="muted">{t(`fields.${field}`)}</span>
                    {isWeb(value) ? (
                      <a href={value} rel="nofollow noopener noreferrer" target="_blank">
                        {value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
                      </a>
                    ) : (
                      value
                    )}
                  </li>
                ))}
              </ul>
            ) : null}
            {data.imparte.length > 0 ? (
              <Suspense>
                <Teaches courses={data.imparte} />
              </Suspense>
            ) : null}
            {data.certificados.length > 0 ? (
              <section aria-labelledby="certificados">
                <h2 id="certificados">{t('public.earned')}</h2>
                <ul className="account-earned">
                  {data.certificados.map(({ codigo, curso, completado }) => (
                    <li key={codigo}>
                      <Link to={paths.certificate(codigo)}>
                        <IconCertificate size={28} stroke={1.6} aria-hidden="true" />
                        <strong lang="es">{curso}</strong>
                        <span className="muted">{t('public.completed', { date: formatLongDate(completado) })}</span>
                        <span>{t('public.verify')}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
            {Object.keys(data.campos).length + data.imparte.length + data.certificados.length === 0 ? (
              <p className="muted">{t('public.empty')}</p>
            ) : null}
          </article>
        </>
      ) : (
        <QueryState of={query} failed={t('public.loadError')}>
          <Bone height={200} />
        </QueryState>
      )}
    </Page>
  );
}
