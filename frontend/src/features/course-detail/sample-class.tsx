import './before-texts.ts';
import { useTranslation } from 'react-i18next';
import type { CourseSample } from '../../../../backend/api/contract/catalogue.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';

/** The sample class, shown as in the course. */
export function SampleClass({
  klass: { titulo, contenido, lecturas },
  open,
  onClose,
}: {
  klass: NonNullable<CourseSample['clase']>;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('before');
  return (
    <Dialog open={open} onClose={onClose} title={titulo} titleLang="es" side="right">
      <p className="muted">{t('sample.heading')}</p>
      {contenido ? (
        <article lang="es" className="before-reading">
          <Markdown>{contenido}</Markdown>
        </article>
      ) : null}
      {lecturas.map((reading) => (
        <article key={reading.id_subtema} lang="es" className="before-reading">
          {lecturas.length > 1 || reading.titulo !== titulo ? <h2>{reading.titulo}</h2> : null}
          <Markdown>{reading.contenido_texto}</Markdown>
        </article>
      ))}
    </Dialog>
  );
}
