import { addTexts } from '../../../i18n/i18n.ts';
import keep from './keep.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    keep: typeof keep;
  }
}
addTexts('keep', keep);
