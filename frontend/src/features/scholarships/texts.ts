import { addTexts } from '../../i18n/i18n.ts';
import scholarships from './scholarships.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    scholarships: typeof scholarships;
  }
}
addTexts('scholarships', scholarships);
