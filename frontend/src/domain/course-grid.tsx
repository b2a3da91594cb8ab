import '../i18n/catalog.ts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../lib/dates.ts';
import type { Resource } from '../lib/use-resource.ts';
import { Empty } from '../ui/empty.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { CardsSkeleton } from '../ui/skeleton.tsx';
import type { Found } from './catalogue-search.ts';
import type { Course } from './course.ts';
import type { FoundState } from './use-found.ts';
import './course-grid.css';

interface Props {
  state: FoundState;
  /** There are filters that could be removed. */
  filtered: boolean;
  onClear: () => void;
  onMore: () => void;
  card: (course: Course) => React.ReactNode;
  /** The page's own words for a failed read (B31). */
  failed: string;
}

/** The courses found, or one of three states: the read failed, there are no courses at all, or none match (B31). */
export function CourseGrid({ state, filtered, onClear, onMore, card, failed }: Props) {
  const { t } = useTranslation(['catalog', 'common']);
  const { found, error, isFetching } = state;
  if (!found)
    return (
      <QueryState of={state} failed={failed}>
        <CardsSkeleton count={6} height={440} min={304} />
      </QueryState>
    );
  if (found.cursos.length === 0)
    return found.publicado.cursos === 0 || !filtered ? (
      <Empty title={t('catalog:empty')}>{t('catalog:emptyHint')}</Empty>
    ) : (
      <>
        <Empty
          title={t('catalog:noMatch')}
          action={
            <button type="button" className="btn alt" onClick={onClear}>
              {t('common:action.clearFilters')}
            </button>
          }
        >
          {t('catalog:noMatchHint')}
        </Empty>
        <h2>{t('catalog:suggested')}</h2>
        <Cards courses={found.sugeridos as Course[]} card={card} />
      </>
    );
  return (
    <>
      <Cards courses={found.cursos} card={card} busy={isFetching && !error} />
      {found.more ? (
        <button type="button" className="btn alt catalogue-more" onClick={onMore} disabled={isFetching} aria-busy={isFetching}>
          {t('catalog:more')}
        </button>
      ) : null}
    </>
  );
}

function Cards({ courses, card, busy = false }: { courses: readonly Course[]; card: Props['card']; busy?: boolean }) {
  return (
    <ul className="courses-grid" aria-busy={busy}>
      {courses.map((course) => (
        <li key={course.id} style={{ display: 'grid' }}>
          {card(course)}
        </li>
      ))}
    </ul>
  );
}

/** What the person has could not be read: the courses are shown, with simpler buttons. */
export function EnrolmentsTrouble({ enrolments }: { enrolments: Pick<Resource<unknown>, 'data' | 'error' | 'isFetching' | 'refetch'> }) {
  const { t } = useTranslation('catalog');
  if (!enrolments.error || enrolments.data) return null;
  return <QueryState of={enrolments} failed={t('enrolmentsFailed')} inline />;
}

/** Above the grid: the count, how a typing error was understood, and that older data is shown. */
export function GridStatus({ state, filtered }: { state: FoundState; filtered: boolean }) {
  const { t } = useTranslation(['catalog', 'common']);
  const { found, error, at, refetch } = state;
  return (
    <>
      {error && found ? (
        <p className="bar-notice catalogue-notice" role="status">
          {t('catalog:loadError')}. {t('common:stale', { time: formatTime(at ?? 0) })}{' '}
          <button type="button" className="link" onClick={() => refetch()}>
            {t('common:action.retry')}
          </button>
        </p>
      ) : null}
      <p className="catalogue-count" role="status">
        <span className="num muted">{found ? countText(found) : ''}</span>
        {found?.entendido && found.total > 0 ? <span>{t('catalog:understood', { words: found.entendido })}</span> : null}
        {found?.parcial && found.total > 0 ? <span>{t('catalog:partial')}</span> : null}
      </p>
    </>
  );
  function countText({ total, publicado }: Pick<Found, 'total' | 'publicado'>): string {
    return filtered ? t('catalog:countOf', { shown: total, count: publicado.cursos }) : t('catalog:count', { count: total });
  }
}
