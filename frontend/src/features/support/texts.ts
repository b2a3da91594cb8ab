import { addTexts } from '../../i18n/i18n.ts';
import support from './support.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    support: typeof support;
  }
}
addTexts('support', support);
