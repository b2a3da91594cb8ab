import { addTexts } from '../../i18n/i18n.ts';
import searches from './searches.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    searches: typeof searches;
  }
}
addTexts('searches', searches);
