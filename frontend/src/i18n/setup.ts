import { addTexts } from './i18n.ts';
import setup from './setup.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    setup: typeof setup;
  }
}
/** Of a school that begins, on the page of its address and on the overview. */
addTexts('setup', setup);
