import '../../i18n/site.ts';
import { addTexts } from '../../i18n/i18n.ts';
import plans from './plans.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    plans: typeof plans;
  }
}
addTexts('plans', plans);
