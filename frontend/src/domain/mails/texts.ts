import { addTexts } from '../../i18n/i18n.ts';
import mails from './mails.es-MX.json';

/** What each mail of the school is for. */
declare module '../../i18n/i18n.ts' {
  interface Texts {
    mails: typeof mails;
  }
}
addTexts('mails', mails);
