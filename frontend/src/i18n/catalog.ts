import catalog from './catalog.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    catalog: typeof catalog;
  }
}
/** Texts of the catalogue, shared by the pages of courses, the shop and the dialogs. */
addTexts('catalog', catalog);
