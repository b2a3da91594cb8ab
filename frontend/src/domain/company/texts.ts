import { addTexts } from '../../i18n/i18n.ts';
import company from './company.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    company: typeof company;
  }
}
addTexts('company', company);
