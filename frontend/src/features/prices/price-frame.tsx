import './texts.ts';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import type { Course } from '../../domain/course.ts';
import { useCourses } from '../../domain/use-courses.ts';
import { useSite } from '../../domain/use-site.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import './prices.css';

interface Props {
  title: string;
  lead: string;
  /** Placeholder cards until both are read; `height` and `min` in px. */
  cards: { count: number; height: number; min: number };
  children: (site: SiteRecord, courses: readonly Course[]) => React.ReactNode;
}

/** The frame of pages about prices, read from the price book and the published courses: no amount is hard-coded. */
export function PricePage({ title, lead, cards, children }: Props) {
  const { t } = useTranslation('site');
  const site = useSite();
  const courses = useCourses();
  const failed = [site, courses].find(({ error, data }) => error && !data);
  return (
    <Page title={title} lead={lead}>
      {site.data && courses.data ? (
        children(site.data, courses.data)
      ) : failed ? (
        <QueryState of={failed} failed={t('pricing.failed')} />
      ) : (
        <Skeleton>
          <CardsSkeleton {...cards} />
        </Skeleton>
      )}
    </Page>
  );
}
