import { addTexts } from '../../i18n/i18n.ts';
import richText from './richText.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    richText: typeof richText;
  }
}
addTexts('richText', richText);
