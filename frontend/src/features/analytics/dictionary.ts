import type { EventDictionaryEntry } from '../../../../backend/api/contract/records/operations.ts';
import { plain } from '../../lib/plain.ts';

export type EventType = EventDictionaryEntry;
/** The summary of an event type, in the reader's language. */
export const summaryIn = (language: string, { resumen, resumen_en }: EventType): { lang: 'es' | 'en'; text: string } =>
  language.startsWith('en') ? { lang: 'en', text: resumen_en } : { lang: 'es', text: resumen };

const MOST_OF_CHOICE = 70;
/** Event types as choices: each with its summary, and the type's name as stored in the log. */
export const choicesOf = (language: string, types: readonly EventType[]): { value: string; label: string }[] =>
  types
    .map((type) => {
      const said = summaryIn(language, type).text.replace(/\.$/, '');
      const text = said.length > MOST_OF_CHOICE ? `${said.slice(0, MOST_OF_CHOICE).replace(/\s+\S*$/, '')}…` : said;
      return { value: type.tipo, label: `${text} (${type.tipo})` };
    })
    .sort((one, other) => one.label.localeCompare(other.label, language));

export interface Filters {
  text: string;
  category: string | null;
  personal: boolean;
}

/** 'CoursePublished' is also found as 'course published'. */
const spaced = (type: string) => type.replace(/([a-z])([A-Z])/g, '$1 $2');

export const filtered = (types: readonly EventType[], { text, category, personal }: Filters): EventType[] => {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return types.filter((type) => {
    if (category !== null && type.categoria !== category) return false;
    if (personal && !type.campos.some((field) => field.personal)) return false;
    const body = plain([type.tipo, spaced(type.tipo), type.resumen, type.resumen_en, ...type.campos.map(({ nombre }) => nombre)].join(' '));
    return words.every((word) => body.includes(word));
  });
};
export interface Group {
  category: string;
  called: EventType['nombreCategoria'];
  types: EventType[];
}
/** By category, each with the most frequent type first. */
export const grouped = (types: readonly EventType[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const type of types) {
    const group = groups.get(type.categoria) ?? { category: type.categoria, called: type.nombreCategoria, types: [] };
    groups.set(type.categoria, { ...group, types: [...group.types, type] });
  }
  return [...groups.values()]
    .sort((a, b) => a.category.localeCompare(b.category))
    .map((group) => ({ ...group, types: group.types.sort((a, b) => b.cantidad - a.cantidad || a.tipo.localeCompare(b.tipo)) }));
};
