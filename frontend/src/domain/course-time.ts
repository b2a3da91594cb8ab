import { useTranslation } from 'react-i18next';
import { formatMinutes } from '../lib/format.ts';
import type { Course } from './course.ts';

/** Minutes per week for somebody who studies beside a job: three sessions of half an hour. */
const WEEK_MINUTES = 90;
export const weeksOf = (minutes: number): number => Math.max(1, Math.ceil(minutes / WEEK_MINUTES));

/**
 * How long a course takes: the minutes of its classes, and the weeks they take at one's own pace; the same wherever a course is shown. What its author
 * wrote is shown only where no class has a duration. '' where nothing is known.
 */
export const useCourseTime = () => {
  const { t } = useTranslation();
  return ({ minutos, duracion }: Pick<Course, 'minutos' | 'duracion'>, { short = false } = {}): string => {
    if (minutos <= 0) return duracion ?? '';
    const time = formatMinutes(minutos);
    return short ? time : t('course.time', { time, count: weeksOf(minutos) });
  };
};
