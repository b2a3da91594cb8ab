import code from './code.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    code: typeof code;
  }
}
/** Texts of the dialog for scholarship codes. */
addTexts('code', code);
