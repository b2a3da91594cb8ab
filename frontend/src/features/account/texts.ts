import { addTexts } from '../../i18n/i18n.ts';
import account from './account.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    account: typeof account;
  }
}
addTexts('account', account);
