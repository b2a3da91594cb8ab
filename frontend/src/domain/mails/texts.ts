import { addTexts } from '../../i18n/i18n.ts';
import mails from './mails.es-MX.json';

/** The purpose of each kind of mail that the school sends. */
declare module '../../i18n/i18n.ts' {
  interface Texts {
    mails: typeof mails;
  }
}
addTexts('mails', mails);
