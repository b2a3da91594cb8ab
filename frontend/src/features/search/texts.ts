import { addTexts } from '../../i18n/i18n.ts';
import contentSearch from './contentSearch.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    contentSearch: typeof contentSearch;
  }
}
addTexts('contentSearch', contentSearch);
