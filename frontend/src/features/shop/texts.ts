import '../../i18n/catalog.ts';
import { addTexts } from '../../i18n/i18n.ts';
import shop from './shop.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    shop: typeof shop;
  }
}
addTexts('shop', shop);
