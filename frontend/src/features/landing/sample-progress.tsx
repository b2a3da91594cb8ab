import { useTranslation } from 'react-i18next';

const tones = ['var(--bugambilia)', 'var(--agave)', 'var(--azul)'] as const;

/** What a learner sees, drawn: one image with its meaning as its name. */
export function SampleProgress() {
  const { t } = useTranslation('landing');
  return (
    <div className="muestra" role="img" aria-label={t('how.sample.label')}>
      <p className="display muestra-titulo">{t('how.sample.title')}</p>
      {t('how.sample.rows', { returnObjects: true }).map((row, index) => (
        <div key={row.course} className="muestra-fila" style={{ '--tono': tones[index % tones.length] } as React.CSSProperties}>
          <div>
            <strong>{row.course}</strong>
            <span className="muted">{row.next}</span>
          </div>
          <span className="mono muted">{t('how.sample.count', { done: row.done, total: row.total })}</span>
          <div className="muestra-linea">
            {Array.from({ length: row.total }, (_, station) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: stations of a drawing
              <i key={station} data-is={station < row.done ? 'done' : station === row.done ? 'now' : 'ahead'} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
