import { addTexts } from '../../i18n/i18n.ts';
import before from './before.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    before: typeof before;
  }
}
/** Texts of what a course shows before one begins. */
addTexts('before', before);
