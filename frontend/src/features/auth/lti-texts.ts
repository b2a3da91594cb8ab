import { addTexts } from '../../i18n/i18n.ts';
import lti from './lti.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    lti: typeof lti;
  }
}
addTexts('lti', lti);
