import fresh from './fresh.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    fresh: typeof fresh;
  }
}
/** How old what stands there is. */
addTexts('fresh', fresh);
