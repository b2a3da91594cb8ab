import { addTexts } from '../../i18n/i18n.ts';
import past from './past.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    past: typeof past;
  }
}
addTexts('past', past);
