import choice from './choice.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    choice: typeof choice;
  }
}
/** Texts of the controls that choose one of many, or a day. */
addTexts('choice', choice);
