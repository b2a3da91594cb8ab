import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { byActivity } from '../../domain/learning.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { formatMinutes, formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { logOut } from '../../lib/log-out.ts';
import { paths } from '../../lib/paths.ts';
import { role, roleKey } from '../../lib/roles.ts';
import { useSchool } from '../../lib/school.ts';
import { setSessionUser, useSessionUser } from '../../lib/session.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SchemeSwitch } from '../../ui/scheme-switch.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { Picture } from './picture.tsx';
import './profile.css';
import { ProfileForm } from './profile-form.tsx';
import './texts.ts';

/** Loaded on demand: forms of their own, which few visitors of the page open. */
const EmailRow = lazyPart(() => import('./email-row.tsx').then((module) => module.EmailRow));
const Proposed = lazyPart(() => import('./proposed.tsx').then((module) => module.Proposed));
const PhoneCard = lazyPart(() => import('./phone-card.tsx').then((module) => module.PhoneCard));

export function Component() {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const { nombre } = useSchool();
  const session = useSessionUser();
  const query = api.useGetUserQuery(session.id);
  const { data } = query;
  const account = api.useOwnAccountQuery();
  const panel = api.usePanelQuery(session.id);
  const [leaving, setLeaving] = useState(false);
  // The rest of the application gets the changed person, too.
  useEffect(() => {
    if (data) setSessionUser(data);
  }, [data]);
  const user = data ?? session;
  const isStudent = user.user_role === role.student;
  const plan = user.tipo_usuario === 1 ? t('planBasic') : user.tipo_usuario === 2 ? t('planPremium') : t('planUnknown');
  const leave = async () => {
    setLeaving(true);
    await logOut();
    globalThis.location.assign(paths.login());
  };
  return (
    <Page title={t('title')} quiet>
      <Picture user={user} visibility={account.data?.visibilidad.profile_picture}>
        <div className="person-text">
          <p className="display person-name">{user.name}</p>
          {user.username ? <p className="muted">@{user.username}</p> : null}
          <p className="row person-marks">
            {isStudent ? (
              <StatusTag tone={user.tipo_usuario === 2 ? 'ok' : 'neutral'}>{t('plan', { plan })}</StatusTag>
            ) : (
              <StatusTag tone="info">{common(`role.${roleKey(user.user_role)}`)}</StatusTag>
            )}
            <span className="muted">{t('since', { school: nombre, date: formatLongDate(user.created_at) })}</span>
          </p>
        </div>
      </Picture>

      <div className="profile">
        <section className="card stack" aria-labelledby="datos">
          <div>
            <h2 id="datos">{t('data')}</h2>
            <p className="muted" data-advises>
              {t('dataHint')}
            </p>
          </div>
          {data ? null : <QueryState of={query} failed={t('loadError')} inline />}
          {data && !data.username_confirmed && data.username ? (
            <Suspense>
              <Proposed username={data.username} />
            </Suspense>
          ) : null}
          <ProfileForm user={user} account={account.data} />
          <p>
            <Link to={paths.person(user.id)}>{t('visibility.preview')}</Link>
          </p>
          <dl className="profile-facts">
            <Suspense
              fallback={
                <div className="profile-datum">
                  <dt>{t('email')}</dt>
                  <dd>{user.email}</dd>
                </div>
              }
            >
              <EmailRow user={user} account={account.data} />
            </Suspense>
          </dl>
        </section>

        <div className="profile-side">
          {panel.error && !panel.data ? null : (
            <StatGrid label={t('stats.label')}>
              <StatCard
                label={t('stats.classes')}
                value={panel.data && formatNumber(panel.data.estadisticas.sesionesCompletadas)}
                definition={t('stats.classesDefinition')}
              />
              <StatCard
                label={t('stats.time')}
                value={panel.data && formatMinutes(panel.data.estadisticas.tiempoEstudiado)}
                definition={t('stats.timeDefinition')}
                tone="cempasuchil"
              />
            </StatGrid>
          )}
          <Suspense
            fallback={
              <Skeleton>
                <Bone height={200} radius="var(--radius)" />
              </Skeleton>
            }
          >
            <PhoneCard
              userId={user.id}
              phone={user.phone_number}
              verified={user.is_phone_verified}
              pending={account.data?.codigo_hasta != null}
              texts={account.data?.mensajes_de_texto ?? true}
            />
          </Suspense>
          <section className="card stack" aria-labelledby="seguridad">
            <div>
              <h2 id="seguridad">{t('security.title')}</h2>
              <p className="muted">{t('security.text')}</p>
            </div>
            <Link to={paths.security}>{t('security.link')}</Link>
          </section>
          <section className="card stack" aria-labelledby="avisos">
            <div>
              <h2 id="avisos">{t('notifications.title')}</h2>
              <p className="muted">{t('notifications.text')}</p>
            </div>
            <Link to={paths.notificationPreferences}>{t('notifications.link')}</Link>
          </section>
          <section className="card stack" aria-labelledby="cursos">
            <h2 id="cursos">{t('courses')}</h2>

            {panel.data ? (
              panel.data.cursos.length > 0 ? (
                <ul className="profile-courses">
                  {byActivity(panel.data.cursos).map((course) => (
                    <li key={course.id_curso}>
                      <Link lang="es" to={paths.course(course.id_curso)}>
                        {course.curso.nombre}
                      </Link>
                      <span className="num">{formatPercent(course.progreso)}</span>
                      <Thread
                        size="small"
                        stations={stationsOf(course.sesionesCompletadas, course.totalSesiones)}
                        label={t('progressOf', { course: course.curso.nombre, percent: course.progreso })}
                      />
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="muted">
                  {t('noCourses')} <Link to={paths.catalogue()}>{t('explore')}</Link>
                </p>
              )
            ) : (
              <QueryState of={panel} failed={t('coursesError')} inline>
                <Bone height={96} />
              </QueryState>
            )}
          </section>
          <section className="card profile-preferences" aria-labelledby="preferencias">
            <h2 id="preferencias" className="sr">
              {t('settings')}
            </h2>
            <div className="row">
              <span>{common('scheme.label')}</span>
              <SchemeSwitch />
            </div>
            <div className="row">
              <span>{common('language.label')}</span>
              <LanguageSwitch whole />
            </div>
            <button type="button" className="btn alt" onClick={() => void leave()} disabled={leaving} aria-busy={leaving}>
              {t(leaving ? 'loggingOut' : 'logout')}
            </button>
          </section>
        </div>
      </div>
    </Page>
  );
}
