import { addTexts } from '../../i18n/i18n.ts';
import leads from './leads.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    leads: typeof leads;
  }
}
addTexts('leads', leads);
