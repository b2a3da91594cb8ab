import { IconChartDots3, IconMessages, IconRoute, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { byActivity, preferredName } from '../../domain/learning.ts';
import { formatMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Announce } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { usePageHeading } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Banner } from './banner.tsx';
import { ContinueList } from './continue-list.tsx';
import { Figures } from './figures.tsx';
import { HabitCard } from './habit-card.tsx';
import { NoCourses } from './no-courses.tsx';
import { StudyChart } from './study-chart.tsx';
import { countUse, useOrder } from './uses.ts';
import './dashboard.css';
import './texts.ts';

const quick = [
  { id: 'myCourses', to: paths.myCourses, Icon: IconRoute },
  { id: 'progress', to: paths.progress, Icon: IconChartDots3 },
  { id: 'community', to: paths.community, Icon: IconMessages },
  { id: 'profile', to: paths.profile, Icon: IconUser },
] as const;

export function Component() {
  const { t } = useTranslation('dashboard');
  const user = useSessionUser();
  const heading = usePageHeading(t('title'));
  const query = api.usePanelQuery(user.id);
  const { data: panel, error, isFetching, refetch } = query;
  // The person was erased while the page was open.
  const unknown = error !== undefined && ['AUTH_REQUIRED', 'USER_NOT_FOUND'].includes(toFailure(error).code);
  // Where the panel cannot be read the courses are read separately, so that one can go on studying (D06).
  const alone = api.useListEnrolmentsQuery(user.id, { skip: panel !== undefined || error === undefined || unknown });
  const order = useOrder(quick);
  const found = panel?.cursos ?? alone.data;
  const courses = found && byActivity(found);
  const name = preferredName(user);
  // Before the first class every figure and every day is zero: the course to begin with is all there is to say.
  const hasBegun =
    !panel || panel.estadisticas.sesionesCompletadas + panel.estadisticas.tiempoEstudiado + panel.estadisticas.cursosCompletados > 0;
  const shortcuts = (
    <nav aria-label={t('quick.title')}>
      <h2 className="sr">{t('quick.title')}</h2>
      <ul className="dashboard-shortcuts">
        {order.map(({ id, to, Icon }) => (
          <li key={id}>
            <Link className="card" to={to} onClick={() => countUse(id)}>
              <Icon size={24} stroke={1.7} aria-hidden="true" />
              <span>
                <strong>{t(`quick.${id}`)}</strong>
                <span className="muted">{t(`quick.${id}Hint`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <div className="dashboard">
      <Banner
        heading={heading}
        title={name ? t('hello', { name }) : t('helloNobody')}
        courses={courses}
        failed={alone.error !== undefined || unknown}
      />
      <Announce>
        {panel
          ? t('announce', {
              count: panel.estadisticas.sesionesCompletadas,
              time: formatMinutes(panel.estadisticas.tiempoEstudiado),
            })
          : ''}
      </Announce>
      {error && !panel ? (
        <div className="card">
          <ErrorState title={t(unknown ? 'noUser' : 'loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      ) : null}
      {error && panel ? (
        <div className="card">
          <ErrorState
            title={t('loadError')}
            error={error}
            safety={t('stale')}
            onRetry={() => void refetch()}
            retrying={isFetching}
            inline
          />
        </div>
      ) : null}
      {courses?.length === 0 ? <NoCourses /> : null}
      {(panel || !error) && hasBegun ? <Figures stats={panel?.estadisticas} courses={courses} /> : null}
      {courses?.length !== 0 && !unknown ? (
        <div className="dashboard-pair">
          <div className="dashboard-column">
            <section className="card stack" aria-labelledby="seguir">
              <h2 id="seguir">{t('continue.title')}</h2>
              {courses ? (
                <ContinueList courses={courses} />
              ) : (
                <QueryState of={alone} failed={t('continue.loadError')} inline>
                  <div style={{ display: 'grid', gap: 'var(--s-20)' }}>
                    <Bone height={76} />
                    <Bone height={76} />
                  </div>
                </QueryState>
              )}
            </section>
            <HabitCard />
          </div>
          <div className="dashboard-column">
            {hasBegun ? (
              <section className="card stack" aria-labelledby="estudio">
                <h2 id="estudio">{t('study.title')}</h2>
                {panel ? (
                  <StudyChart days={panel.dias} />
                ) : (
                  <QueryState of={query} failed={t('study.loadError')} inline>
                    <Bone height={236} />
                  </QueryState>
                )}
              </section>
            ) : null}
            {shortcuts}
          </div>
        </div>
      ) : (
        shortcuts
      )}
    </div>
  );
}
