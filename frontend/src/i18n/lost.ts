import { addTexts } from './i18n.ts';
import lost from './lost.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    lost: typeof lost;
  }
}
/** Of the pages for who went where there is nothing, or nothing for them. */
addTexts('lost', lost);
