import code from './code.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    code: typeof code;
  }
}
/** Of the dialog that takes a scholarship code. */
addTexts('code', code);
