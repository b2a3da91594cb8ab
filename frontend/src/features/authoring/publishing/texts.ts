import { addTexts } from '../../../i18n/i18n.ts';
import publishing from './publishing.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    publishing: typeof publishing;
  }
}
addTexts('publishing', publishing);
