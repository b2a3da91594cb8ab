import { addTexts } from '../../i18n/i18n.ts';
import '../changes/texts.ts';
import history from './history.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    history: typeof history;
  }
}
addTexts('history', history);
