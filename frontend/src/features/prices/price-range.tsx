import { useTranslation } from 'react-i18next';
import type { Course } from '../../domain/course.ts';
import { priceRanges } from '../../domain/prices.ts';
import { formatEither } from '../../lib/format.ts';

/** «MXN 499.00 a MXN 1,999.00», from the published courses. */
export const usePriceRange = () => {
  const { t } = useTranslation('site');
  return (courses: readonly Course[]): string | null => {
    const ranges = priceRanges(courses).map(({ low, high, one }) => (one ? low : t('costs.range', { low, high })));
    return ranges.length > 0 ? formatEither(ranges) : null;
  };
};
