import { addTexts } from './i18n.ts';
import terms from './terms.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    terms: typeof terms;
  }
}
/** The terms accepted at registration, also shown on the page of policies. */
addTexts('terms', terms);
