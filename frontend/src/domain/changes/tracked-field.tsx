import './texts.ts';
import { useTranslation } from 'react-i18next';
import type { CourseChange } from '../../../../backend/api/contract/drafts.ts';
import './changes.css';

type Field = CourseChange['campos'][number];
const STRETCH = 160;

/** A long unchanged stretch, shortened in its middle, so that the changes are visible. */
const shortened = (text: string, first: boolean, last: boolean): string => {
  if (text.length <= 2 * STRETCH) return text;
  if (first) return `… ${text.slice(-STRETCH)}`;
  return last ? `${text.slice(0, STRETCH)} …` : `${text.slice(0, STRETCH)} … ${text.slice(-STRETCH)}`;
};

/** The previous and present value of a field: marked word by word for a text, else side by side. */
export function TrackedField({ field: { campo, antes, despues, marcas }, label: given }: { field: Field; label?: string | undefined }) {
  const { t, i18n } = useTranslation('changes');
  // Values chosen from a list have texts in both languages; every other value is shown as somebody wrote it.
  const shown = (value: string) => {
    const name = `value.${campo}.${value}`;
    return i18n.getResource(i18n.language, 'changes', name) !== undefined ? (
      t(name as 'value.estado.Publicado')
    ) : (
      <span lang="es">{value}</span>
    );
  };
  // A text that is new as a whole is shown as plain text, without change marks.
  const whole = antes === null ? 'tracked-whole' : undefined;
  const label = given ?? t(`field.${campo as 'nombre'}`, { defaultValue: campo });
  return (
    <div className="tracked">
      <dt>{label}</dt>
      {marcas ? (
        <dd lang="es" className="tracked-text">
          {marcas.map(({ tipo, texto }, index) => {
            const key = index;
            if (tipo === 'igual') return <span key={key}>{shortened(texto, index === 0, index === marcas.length - 1)}</span>;
            return tipo === 'quitado' ? (
              <del key={key}>
                <span className="sr">{t('removed')} </span>
                {texto}
              </del>
            ) : (
              <ins key={key} className={whole}>
                <span className="sr">{t('added')} </span>
                {texto}
              </ins>
            );
          })}
        </dd>
      ) : (
        <>
          {antes === null ? null : (
            <dd className="tracked-text">
              <span className="sr">{t('before')}: </span>
              <del>{shown(antes)}</del>
            </dd>
          )}
          <dd className="tracked-text">
            <span className="sr">{t('after')}: </span>
            {despues === null ? <span className="muted">{t('nothing')}</span> : <ins className={whole}>{shown(despues)}</ins>}
          </dd>
        </>
      )}
    </div>
  );
}
