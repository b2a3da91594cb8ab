import { addTexts } from '../../i18n/i18n.ts';
import orders from './orders.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    orders: typeof orders;
  }
}
addTexts('orders', orders);
