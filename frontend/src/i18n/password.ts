import { addTexts } from './i18n.ts';
import password from './password.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    password: typeof password;
  }
}
/** What is said of a new password, on the pages of signing in and of the account. */
addTexts('password', password);
