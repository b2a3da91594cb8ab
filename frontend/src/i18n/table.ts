import { addTexts } from './i18n.ts';
import table from './table.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    table: typeof table;
  }
}
/** Texts of staff's tables: sorting, pages, choosing rows and columns. */
addTexts('table', table);
