import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { QUIET_DAYS, RISK_DAYS } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { RiskTable, SIGNS } from './at-risk.tsx';
import './administration.css';
import './texts.ts';
import { ReachedUntil } from './until.tsx';

/** Courses offered as a filter: those with the most learners. */
const COURSES = 100;

/** Inactive learners of the whole school, the longest inactive first: what «Por atender» counts. */
export function Component() {
  const { t } = useTranslation('admin');
  const { get } = useAddress();
  const cursor = usePageCursor();
  const asked = get('curso');
  const course = asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null;
  const quiet = QUIET_DAYS.find((one) => one === get('dias'));
  const signs = get('dias') === SIGNS;
  const list = api.useQuietLearnersQuery({
    ...(signs && { por: SIGNS }),
    ...(course !== null && { curso: course }),
    ...(quiet && { dias: quiet }),
    ...(cursor && { cursor }),
  });
  const courses = api.useManagedCoursesQuery({ limit: COURSES, orden: '-students' }).data?.cursos ?? [];
  const { data } = list;
  return (
    <Page
      title={t('quiet.title')}
      lead={signs ? t('instructor.risk.signsDefinition') : t('quiet.lead', { count: quiet ? Number(quiet) : RISK_DAYS })}
      breadcrumb={<Link to={paths.adminOverview}>{t('overview.title')}</Link>}
    >
      <Filters
        label={t('quiet.filters')}
        count={data?.total ? t('instructor.risk.count', { count: data.total, number: formatNumber(data.total) }) : ''}
      >
        <ChoiceFilter
          name="dias"
          label={t('instructor.risk.without')}
          all={t('instructor.risk.days', { count: RISK_DAYS })}
          choices={[
            ...QUIET_DAYS.filter((one) => one !== String(RISK_DAYS)).map((one) => ({
              value: one,
              label: t('instructor.risk.days', { count: Number(one) }),
            })),
            { value: SIGNS, label: t('instructor.risk.signs') },
          ]}
        />
        <ChoiceFilter
          name="curso"
          label={t('instructor.risk.course')}
          all={t('instructor.risk.allCourses')}
          choices={courses.map(({ id, nombre }) => ({ value: String(id), label: nombre, lang: 'es' }))}
        />
      </Filters>
      <RiskTable
        rows={data?.personas}
        next={data?.siguiente ?? null}
        query={list}
        bones={24}
        empty={<Empty title={t('instructor.risk.none')}>{t('instructor.risk.noneText')}</Empty>}
      />
      <p className="muted">
        <ReachedUntil of="quietLearners" />
      </p>
    </Page>
  );
}
