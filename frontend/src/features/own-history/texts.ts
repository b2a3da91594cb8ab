import { addTexts } from '../../i18n/i18n.ts';
import ownHistory from './ownHistory.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    ownHistory: typeof ownHistory;
  }
}
addTexts('ownHistory', ownHistory);
