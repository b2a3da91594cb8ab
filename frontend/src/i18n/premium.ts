import { addTexts } from './i18n.ts';
import premium from './premium.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    premium: typeof premium;
  }
}
/** Texts of the dialog about Premium. */
addTexts('premium', premium);
