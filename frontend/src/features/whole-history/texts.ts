import { addTexts } from '../../i18n/i18n.ts';
import wholeHistory from './wholeHistory.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    wholeHistory: typeof wholeHistory;
  }
}
addTexts('wholeHistory', wholeHistory);
