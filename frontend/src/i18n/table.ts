import { addTexts } from './i18n.ts';
import table from './table.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    table: typeof table;
  }
}
/** What every table of the staff's pages says: sorting, pages, choosing rows and columns. */
addTexts('table', table);
