import { useTranslation } from 'react-i18next';
import { formatMinutes } from '../../lib/format.ts';
import { readingMinutes } from '../../lib/markdown-text.ts';
import { Markdown } from '../../ui/markdown.tsx';
import type { Subtopic } from './walk.ts';

/** The text of a subtopic; its video is at the head of the class. */
export function SubtopicView({ subtopic, alone }: { subtopic: Subtopic; alone: boolean }) {
  const { t } = useTranslation('lesson');
  const { contenido_texto: text, link_video: link, tipo, titulo, descripcion, duracion } = subtopic;
  const reading = text ? readingMinutes(text) : 0;
  const facts = [
    t(`subtopic.${tipo}`),
    duracion ? formatMinutes(duracion) : null,
    reading > 0 && tipo !== 'evaluacion' ? t('subtopic.reading', { count: reading }) : null,
  ].filter(Boolean);
  return (
    <section className="subtopic" aria-labelledby={`subtema-${subtopic.id_subtema}`}>
      <h2 lang="es" id={`subtema-${subtopic.id_subtema}`} className={alone ? 'sr' : undefined}>
        {titulo}
      </h2>
      <p className="muted subtopic-facts">{facts.join(' · ')}</p>
      {descripcion ? <p lang="es">{descripcion}</p> : null}
      {text ? <Markdown>{text}</Markdown> : null}
      {tipo === 'evaluacion' ? <p className="card">{t('subtopic.assessmentSoon')}</p> : null}
      {!text && !link && tipo !== 'evaluacion' ? <p className="muted">{t('subtopic.empty')}</p> : null}
    </section>
  );
}
