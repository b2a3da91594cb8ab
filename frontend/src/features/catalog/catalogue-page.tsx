import './texts.ts';
import { useTranslation } from 'react-i18next';
import { chosenCount } from '../../lib/catalogue-search.ts';
import { useEntitlements } from '../../lib/use-entitlements.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { useFound } from '../../lib/use-found.ts';
import { CourseAction } from '../../ui/course-action.tsx';
import { CourseCard } from '../../ui/course-card.tsx';
import { CourseGrid, EnrolmentsTrouble, GridStatus } from '../../ui/course-grid.tsx';
import { CourseLink } from '../../ui/course-link.tsx';
import { FiltersBar } from '../../ui/filters-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { useEnrol } from '../../ui/use-enrol.ts';

export function Component() {
  const { t } = useTranslation(['catalog', 'common']);
  const { filters, asked, change, more, clear } = useFilters();
  const state = useFound(asked);
  const { user, enrolments, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const filtered = asked.search.trim() !== '' || chosenCount(asked) > 0;

  return (
    <Page title={t('catalog:title')} lead={t('catalog:lead')}>
      <FiltersBar filters={filters} counts={state.found?.facetas} onChange={change} />
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
