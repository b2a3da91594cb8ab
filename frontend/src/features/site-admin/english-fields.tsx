import { useTranslation } from 'react-i18next';
import type { ManagedItem } from '../../../../backend/api/contract/site.ts';
import { AreaField, CheckField, TextField } from '../../ui/form-fields.tsx';
import type { Content } from './fields.ts';

/** What the form has of the English of an item. */
export interface EnglishForm {
  titulo: string;
  texto: string;
  /** Whether it still translates Spanish that has changed. */
  sigue: boolean;
}
type Item = Pick<ManagedItem, 'ingles' | 'contenido'> | null;

export const englishToForm = (item: Item): EnglishForm => ({
  titulo: item?.ingles?.titulo ?? '',
  texto: item?.ingles?.texto ?? '',
  sigue: false,
});

/** Title and text of the Spanish: in a policy and in a question. */
const wordsOf = ({ titulo, texto, pregunta, respuesta }: Record<string, unknown>) =>
  JSON.stringify([titulo ?? pregunta, texto ?? respuesta].map((word) => String(word ?? '').trim()));
const isTyped = (item: Item, { titulo, texto }: EnglishForm) =>
  titulo.trim() !== (item?.ingles?.titulo ?? '') || texto.trim() !== (item?.ingles?.texto ?? '');
/** The English as it stands is of other Spanish than the form has: it is not shown unless somebody says that it still fits. */
const isOld = (item: Item, content: Content, form: EnglishForm): boolean =>
  Boolean(item?.ingles) && !isTyped(item, form) && (!item?.ingles?.vigente || wordsOf(item.contenido) !== wordsOf(content));

/** For the API; undefined: as it was. */
export function englishFromForm(item: Item, content: Content, form: EnglishForm): { titulo: string; texto: string } | null | undefined {
  const [titulo, texto] = [form.titulo.trim(), form.texto.trim()];
  if (!isTyped(item, form) && !(form.sigue && isOld(item, content, form))) return undefined;
  return titulo === '' && texto === '' ? null : { titulo, texto };
}

/** The English of a question or policy: both fields or none. */
export function EnglishFields({ item, content, form }: { item: Item; content: Content; form: EnglishForm }) {
  const { t } = useTranslation('siteAdmin');
  return (
    <fieldset className="stack site-english">
      <legend className="field-label">{t('english.title')}</legend>
      <p className="muted">{t('english.hint')}</p>
      <TextField
        name="ingles.titulo"
        label={t(content['pregunta'] === undefined ? 'english.name' : 'english.question')}
        lang="en"
        optional
        maxLength={200}
      />
      <AreaField
        name="ingles.texto"
        label={t(content['pregunta'] === undefined ? 'english.text' : 'english.answer')}
        lang="en"
        optional
        maxLength={4_000}
      />
      {isOld(item, content, form) ? (
        <>
          <p className="site-notice">{t('english.old')}</p>
          <CheckField name="ingles.sigue" label={t('english.fits')} />
        </>
      ) : null}
    </fieldset>
  );
}
