import '../../i18n/site.ts';
import { addTexts } from '../../i18n/i18n.ts';
import checkout from './checkout.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    checkout: typeof checkout;
  }
}
addTexts('checkout', checkout);
