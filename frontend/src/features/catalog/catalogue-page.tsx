import './texts.ts';
import { useTranslation } from 'react-i18next';
import { chosenCount } from '../../domain/catalogue-search.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { CourseCard } from '../../domain/course-card.tsx';
import { CourseGrid, EnrolmentsTrouble, GridStatus } from '../../domain/course-grid.tsx';
import { CourseLink } from '../../domain/course-link.tsx';
import { FiltersBar } from '../../domain/filters-bar.tsx';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import { useFilters } from '../../domain/use-filters.ts';
import { useFound } from '../../domain/use-found.ts';
import { Page } from '../../ui/page.tsx';

export function Component() {
  const { t } = useTranslation(['catalog', 'common']);
  const { filters, asked, change, more, clear } = useFilters();
  const state = useFound(asked);
  const { user, enrolments, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const filtered = asked.search.trim() !== '' || chosenCount(asked) > 0;

  return (
    <Page title={t('catalog:title')} lead={t('catalog:lead')}>
      {/* Of a school without courses there is nothing to narrow. */}
      {state.found?.publicado.cursos === 0 ? null : <FiltersBar filters={filters} counts={state.found?.facetas} onChange={change} />}
      <EnrolmentsTrouble enrolments={enrolments} />
      <GridStatus state={state} filtered={filtered} />
      <CourseGrid
        state={state}
        filtered={filtered}
        failed={t('catalog:loadFailed')}
        onClear={clear}
        onMore={more}
        card={(course) => (
          <CourseCard
            course={course}
            may={actionOf(course)}
            heading="h2"
            action={
              <div className="row course-buttons">
                <CourseLink course={course}>{t('common:course.moreInfo')}</CourseLink>
                <CourseAction course={course} action={actionOf(course)} busy={busy === course.id} onStart={() => void enrol(course)} />
              </div>
            }
          />
        )}
      />
    </Page>
  );
}
