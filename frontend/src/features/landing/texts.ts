import { addTexts } from '../../i18n/i18n.ts';
import landing from './landing.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    landing: typeof landing;
  }
}
addTexts('landing', landing);
