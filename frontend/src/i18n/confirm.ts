import confirm from './confirm.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    confirm: typeof confirm;
  }
}
/** Texts of what is confirmed, and of asking for a reason. */
addTexts('confirm', confirm);
