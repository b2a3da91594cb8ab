import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Front } from './use-front.ts';

const tones = ['var(--bougainvillea)', 'var(--agave)', 'var(--blue)'] as const;
/** The completed share of each line in the example. */
const behind = [0.4, 0.8, 0.1] as const;
/** More lines do not fit a phone. */
const MOST_STATIONS = 20;

/** A learner's view, drawn with real courses of the school: only which stations are filled is invented, and is labelled as an example (C-33). */
export function SampleProgress({ courses = [] }: { courses: Front['cursos'] | undefined }) {
  const { t } = useTranslation(['landing', 'common']);
  const shown = courses.filter(({ totalSesiones }) => totalSesiones > 0).slice(0, behind.length);
  if (shown.length === 0) return null;
  return (
    <div className="sample" role="img" aria-label={t('landing:how.sample.label')}>
      <div className="row sample-title">
        <p className="display">{t('landing:how.sample.title')}</p>
        <StatusTag tone="info">{t('landing:how.sample.example')}</StatusTag>
      </div>
      {shown.map(({ id, nombre, totalSesiones }, index) => {
        const stations = Math.min(totalSesiones, MOST_STATIONS);
        const done = Math.min(stations - 1, Math.round(stations * (behind[index] ?? 0)));
        return (
          <div key={id} className="sample-row" style={{ '--tone': tones[index] } as React.CSSProperties}>
            <strong lang="es">{nombre}</strong>
            <span className="num muted">{t('common:course.classes', { count: totalSesiones })}</span>
            <div className="sample-line">
              {Array.from({ length: stations }, (_, station) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stations of a drawing
                <i key={station} data-is={station < done ? 'done' : station === done ? 'now' : 'ahead'} />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}
