import { useTranslation } from 'react-i18next';
import { type StudyDay, studyFinding } from '../../domain/learning.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatMinutes } from '../../lib/format.ts';
import { Bars } from '../../ui/charts.tsx';

/** Minutes by day over two weeks, with a summarising sentence above. */
export function StudyChart({ days }: { days: readonly StudyDay[] }) {
  const { t } = useTranslation('dashboard');
  const { total, daysStudied, best } = studyFinding(days);
  const title = best
    ? t('study.finding', {
        count: daysStudied,
        total: formatMinutes(total),
        best: formatDay(best.fecha, 'long'),
        most: formatMinutes(best.minutos),
      })
    : t('study.none');
  return (
    <>
      <Bars
        heading
        title={title}
        height={210}
        least={30}
        format={formatMinutes}
        data={days.map((day) => ({ x: formatDay(day.fecha, 'long'), tick: formatDay(day.fecha, 'short').slice(0, 2), y: day.minutos }))}
      />
      {best ? null : <p className="muted">{t('study.emptyHint')}</p>}
    </>
  );
}
