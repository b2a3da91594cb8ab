import { addTexts } from './i18n.ts';
import terms from './terms.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    terms: typeof terms;
  }
}
/** The terms that one accepts to register. The page of policies shows them too. */
addTexts('terms', terms);
