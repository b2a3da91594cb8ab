import './texts.ts';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { EnrolmentRecord } from '../../../../backend/api/contract/learning.ts';
import { type Course, cardAction } from '../../lib/course.ts';
import { followTopics } from '../../lib/follow-topics.ts';
import { call } from '../../lib/http.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useResource } from '../../lib/use-resource.ts';
import { CourseCard } from '../../ui/course-card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { CourseButton, CourseNote } from './course-button.tsx';
import { FiltersBar } from './filters-bar.tsx';
import { type Filters, find, readFilters, writeFilters } from './search.ts';
import { useEnrol } from './use-enrol.ts';
import './catalogue.css';

const CourseDetail = lazy(() => import('../../ui/course-detail.tsx').then((module) => ({ default: module.CourseDetail })));

export function Component() {
  const { t, i18n } = useTranslation(['catalog', 'common']);
  const user = useMaybeSession() ?? null;
  const courses = useResource('cursos', (signal, minPosition) => call<Course[]>('/api/cursos/cursos', { signal, minPosition }));
  const enrolments = useResource(user ? `usuariocurso:${user.id}` : null, (signal, minPosition) =>
    call<EnrolmentRecord[]>(`/api/usuariocurso/cursos/${user?.id}`, { signal, minPosition }),
  );
  const { filters, change, clear } = useFilters();
  const { enrol, busy } = useEnrol(user);
  const [detail, setDetail] = useState<number | null>(null);
  const [detailWanted, setDetailWanted] = useState(false);

  const { refresh: readCourses, readAt: coursesReadAt } = courses;
  const { refresh: readEnrolments, readAt: enrolmentsReadAt } = enrolments;
  const userId = user?.id;
  useEffect(() => followTopics(['cursos'], readCourses, coursesReadAt), [readCourses, coursesReadAt]);
  useEffect(
    () => (userId === undefined ? undefined : followTopics([`usuariocurso:${userId}`], readEnrolments, enrolmentsReadAt)),
    [userId, readEnrolments, enrolmentsReadAt],
  );

  const shown = useMemo(() => find(courses.data ?? [], filters), [courses.data, filters]);
  const enrolmentOf = (course: Course) => {
    if (!user) return null;
    return enrolments.data ? (enrolments.data.find((one) => one.id_curso === course.id) ?? null) : undefined;
  };
  const buttons = (course: Course) => {
    const action = cardAction(course, user, enrolmentOf(course));
    return {
      button: <CourseButton course={course} action={action} busy={busy === course.id} onStart={() => void enrol(course)} />,
      note: <CourseNote action={action} />,
    };
  };
  const total = courses.data?.length ?? 0;
  const open = courses.data?.find((course) => course.id === detail) ?? null;

  return (
    <Page title={t('catalog:title')} lead={t('catalog:lead')}>
      <FiltersBar filters={filters} onChange={change} />
      {courses.error && courses.data ? (
        <p className="barra-aviso catalogo-aviso" role="status">
          {t('common:connection.stale', {
            time: new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' }).format(courses.at ?? 0),
          })}{' '}
          <button type="button" className="enlace" onClick={() => readCourses()}>
            {t('common:action.retry')}
          </button>
        </p>
      ) : null}
      {enrolments.error && !enrolments.data ? (
        <ErrorState
          inline
          title={t('catalog:enrolmentsFailed')}
          error={enrolments.error}
          onRetry={() => readEnrolments()}
          retrying={enrolments.loading}
        />
      ) : null}
      <p className="mono muted" role="status">
        {courses.data
          ? shown.length === total
            ? t('catalog:count', { count: total })
            : t('catalog:countOf', { shown: shown.length, count: total })
          : ''}
      </p>
      {courses.data ? (
        shown.length > 0 ? (
          <ul className="cursos-rejilla">
            {shown.map((course) => {
              const { button, note } = buttons(course);
              return (
                <li key={course.id} style={{ display: 'grid' }}>
                  <CourseCard
                    course={course}
                    heading="h2"
                    note={note}
                    action={
                      <div className="row curso-botones">
                        <button
                          type="button"
                          className="btn fantasma"
                          aria-haspopup="dialog"
                          aria-label={t('catalog:action.courseName', { action: t('common:course.moreInfo'), course: course.nombre })}
                          onClick={() => {
                            setDetailWanted(true);
                            setDetail(course.id);
                          }}
                        >
                          {t('common:course.moreInfo')}
                        </button>
                        {button}
                      </div>
                    }
                  />
                </li>
              );
            })}
          </ul>
        ) : total === 0 ? (
          <Empty title={t('catalog:empty')}>{t('catalog:emptyHint')}</Empty>
        ) : (
          <Empty
            title={t('catalog:noMatch')}
            action={
              <button type="button" className="btn alt" onClick={clear}>
                {t('common:action.clearFilters')}
              </button>
            }
          >
            {t('catalog:noMatchHint')}
          </Empty>
        )
      ) : courses.error ? (
        <ErrorState title={t('catalog:loadFailed')} error={courses.error} onRetry={() => readCourses()} retrying={courses.loading} />
      ) : (
        <Skeleton>
          <CardsSkeleton count={6} height={440} min={304} />
        </Skeleton>
      )}
      {detailWanted ? (
        <Suspense fallback={null}>
          <CourseDetail
            course={open}
            onClose={() => setDetail(null)}
            action={
              open ? (
                <>
                  {buttons(open).note}
                  {buttons(open).button}
                </>
              ) : null
            }
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** The filters as the URL has them; typing shows at once and reaches the URL when the person pauses. */
const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const fromUrl = useMemo(() => readFilters(params), [params]);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setParams((before) => writeFilters({ ...readFilters(before), search: typed }), { replace: true, preventScrollReset: true });
      setTyped(null);
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, setParams]);
  const filters = useMemo(() => (typed === null ? fromUrl : { ...fromUrl, search: typed }), [fromUrl, typed]);
  const change = (next: Filters) => {
    if (next.search !== filters.search) setTyped(next.search);
    else setParams(writeFilters(next), { replace: true, preventScrollReset: true });
  };
  const clear = () => {
    setTyped(null);
    setParams({}, { replace: true, preventScrollReset: true });
  };
  return { filters, change, clear };
};
