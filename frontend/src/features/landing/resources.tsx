import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/figures.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import type { Front } from './use-front.ts';

const figures = { courses: 'cursos', classes: 'sesiones', items: 'recursos' } as const satisfies Record<string, keyof Front['publicado']>;
type Figure = keyof typeof figures;

/** The school in three figures, counted from the real courses, along one line (A05). */
export function Resources({ front, at, failed }: { front: Front | undefined; at: number | null; failed: boolean }) {
  const { t } = useTranslation('landing');
  if (front?.publicado.cursos === 0) return null;
  return (
    <section className="resources" aria-labelledby="recursos">
      <div className="wrap">
        <div className="resources-head">
          <h2 id="recursos">{t('resources.heading')}</h2>
          <p className="muted">{t('resources.lead')}</p>
        </div>
        <dl className="resources-line">
          {(Object.keys(figures) as Figure[]).map((figure) => (
            <FigureOf key={figure} figure={figure} value={front?.publicado[figures[figure]]} />
          ))}
        </dl>
        <p className="muted resources-freshness">{failed && !front ? t('resources.failed') : <Freshness at={at} />}</p>
      </div>
    </section>
  );
}

function FigureOf({ figure, value }: { figure: Figure; value: number | undefined }) {
  const { t } = useTranslation('landing');
  const flash = useFlash<HTMLElement>(value);
  return (
    <div data-figure={figure}>
      <dt title={t(`resources.definition.${figure}`)}>{t(`resources.${figure}`)}</dt>
      <dd className="num" ref={flash}>
        {value === undefined ? <span className="resources-waiting">·</span> : grouped(value)}
      </dd>
    </div>
  );
}
