import fresh from './fresh.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    fresh: typeof fresh;
  }
}
/** Texts about the age of data. */
addTexts('fresh', fresh);
