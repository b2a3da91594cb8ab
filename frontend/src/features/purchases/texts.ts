import { addTexts } from '../../i18n/i18n.ts';
import purchases from './purchases.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    purchases: typeof purchases;
  }
}
addTexts('purchases', purchases);
