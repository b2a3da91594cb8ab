import { addTexts } from '../../i18n/i18n.ts';
import certificates from './certificates.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    certificates: typeof certificates;
  }
}
addTexts('certificates', certificates);
