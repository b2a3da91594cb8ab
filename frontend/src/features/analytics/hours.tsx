import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SchoolFigures } from '../../../../backend/api/contract/figures.ts';
import { weekdayName } from '../../lib/dates.ts';
import { formatMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { busiest } from './figures.ts';
import { Part } from './figures-part.tsx';
import '../../ui/charts.css';

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

export function Hours({ data }: { data: SchoolFigures }) {
  const { t } = useTranslation('analytics');
  const id = useId();
  const top = busiest(data.horario);
  const most = top?.minutes ?? 0;
  const finding = top
    ? t('figures.hours.finding', {
        day: weekdayName(top.day + 1),
        from: clock(top.hour),
        to: clock(top.hour + 1),
        minutes: formatMinutes(top.minutes),
        total: formatMinutes(top.total),
      })
    : t('figures.hours.none');
  const dayNames = data.horario.map((_, day) => weekdayName(day + 1));
  return (
    <Part
      title={t('figures.hours.title')}
      finding={finding}
      definition={t('figures.hours.definition')}
      file="horario"
      rows={[
        [t('figures.hours.hour'), ...dayNames],
        ...Array.from({ length: 24 }, (_, hour) => [clock(hour), ...data.horario.map((row) => row[hour] ?? 0)]),
      ]}
    >
      {top ? (
        <figure className="chart">
          <svg role="img" aria-labelledby={id} viewBox="0 0 540 172" className="figures-heat">
            <title id={id}>{finding}</title>
            {data.horario.map((row, day) => (
              <g key={dayNames[day]}>
                <text x={0} y={day * 21 + 15} className="figures-heat-name">
                  {(dayNames[day] ?? '').slice(0, 2)}
                </text>
                {row.map((minutes, hour) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
                    key={hour}
                    x={32 + hour * 21}
                    y={day * 21}
                    width={19}
                    height={19}
                    rx={4}
                    className="figures-heat-cell"
                    style={{ '--heat': `${minutes === 0 ? 0 : 12 + Math.round((minutes * 88) / most)}%` } as React.CSSProperties}
                  >
                    <title>{`${dayNames[day]} ${clock(hour)}: ${formatMinutes(minutes)}`}</title>
                  </rect>
                ))}
              </g>
            ))}
            {[0, 6, 12, 18].map((hour) => (
              <text key={hour} x={32 + hour * 21} y={164} className="figures-heat-name">
                {hour}
              </text>
            ))}
          </svg>
          <p>
            <Link to={`${paths.analytics}?tipo=StudyTimeRecorded`}>{t('figures.facts')}</Link>
          </p>
          <details>
            <summary>{t('figures.data')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
            <section className="figures-scroll" aria-label={t('figures.tableOf', { title: t('figures.hours.title') })} tabIndex={0}>
              <table>
                <caption className="sr">{finding}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t('figures.hours.hour')}</th>
                    {dayNames.map((name) => (
                      <th scope="col" key={name}>
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {Array.from({ length: 24 }, (_, hour) => (
                    <tr key={clock(hour)}>
                      <th scope="row">{clock(hour)}</th>
                      {data.horario.map((row, day) => (
                        <td key={dayNames[day]} className="num">
                          {row[hour] ? formatMinutes(row[hour]) : '—'}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </figure>
      ) : null}
    </Part>
  );
}
