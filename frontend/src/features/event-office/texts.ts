import { addTexts } from '../../i18n/i18n.ts';
import eventOffice from './eventOffice.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    eventOffice: typeof eventOffice;
  }
}
addTexts('eventOffice', eventOffice);
