import { addTexts } from './i18n.ts';
import sentMarks from './sentMarks.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    sentMarks: typeof sentMarks;
  }
}
/** Texts about the live sentMarks. */
addTexts('sentMarks', sentMarks);
