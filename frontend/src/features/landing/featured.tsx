import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Course, cardAction, openedAction } from '../../domain/course.ts';
import { CourseCard } from '../../domain/course-card.tsx';
import { rememberCourse } from '../../domain/pending-course.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import type { Resource } from '../../lib/use-resource.ts';
import { Empty } from '../../ui/empty.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import type { Front } from './use-front.ts';

const load = () => import('./course-interest.tsx').then((module) => module.CourseInterest);
const CourseInterest = lazyPart(load);

export function Featured({ front }: { front: Resource<Front> }) {
  const { t } = useTranslation(['landing', 'common']);
  const [detail, setDetail] = useState<number | null>(null);
  const [wanted, setWanted] = useState(false);
  const open = front.data?.cursos.find((course) => course.id === detail) ?? null;
  return (
    <section className="section" id="cursos-destacados" aria-labelledby="destacados">
      <div className="wrap stack">
        <div className="section-head">
          <div>
            <h2 id="destacados">{t('landing:featured.heading')}</h2>
            <p className="muted">{t('landing:featured.lead')}</p>
          </div>
          <Link className="btn alt" to={paths.catalogue()}>
            {t('landing:featured.all')}
          </Link>
        </div>
        {front.data ? (
          front.data.cursos.length > 0 ? (
            <ul className="courses-grid">
              {front.data.cursos.map((course) => (
                <li key={course.id} style={{ display: 'grid' }}>
                  <CourseCard
                    course={course}
                    action={
                      <button
                        type="button"
                        className="btn soft"
                        aria-haspopup="dialog"
                        aria-label={t('landing:featured.infoOf', { course: course.nombre })}
                        onPointerEnter={() => void load().catch(() => undefined)}
                        onClick={() => {
                          setWanted(true);
                          setDetail(course.id);
                        }}
                      >
                        {t('common:course.moreInfo')}
                      </button>
                    }
                  />
                </li>
              ))}
            </ul>
          ) : (
            <Empty title={t('landing:featured.empty')} />
          )
        ) : (
          <QueryState of={front} failed={t('landing:featured.failed')}>
            <CardsSkeleton count={6} height={455} min={304} />
          </QueryState>
        )}
      </div>
      {wanted ? (
        <Suspense fallback={null}>
          <CourseInterest course={open} onClose={() => setDetail(null)} action={open ? <Begin course={open} /> : null} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** The visitor's next step: sign in with the course remembered, or buy (A21). Signed-in people continue from the course's own page. */
function Begin({ course }: { course: Course }) {
  const { t } = useTranslation(['landing', 'common']);
  const user = useMaybeSession() ?? null;
  const action = openedAction(cardAction(course, user, undefined));
  if (action.kind === 'login')
    return (
      <Link className="btn" to={action.to} onClick={() => rememberCourse(course.id)}>
        {t('landing:featured.free')}
      </Link>
    );
  if (action.kind !== 'buy' && action.kind !== 'locked') return null;
  return (
    <Link className="btn" to={action.to}>
      {t(action.kind === 'buy' ? 'common:course.buy' : 'common:course.upgrade')}
    </Link>
  );
}
