import { addTexts } from './i18n.ts';
import premium from './premium.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    premium: typeof premium;
  }
}
/** Of what says what Premium opens, when it is asked for. */
addTexts('premium', premium);
