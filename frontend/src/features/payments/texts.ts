import { addTexts } from '../../i18n/i18n.ts';
import payments from './payments.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    payments: typeof payments;
  }
}
addTexts('payments', payments);
