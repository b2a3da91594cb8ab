import { addTexts } from './i18n.ts';
import password from './password.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    password: typeof password;
  }
}
/** Texts about new passwords, on the sign-in pages and in the account. */
addTexts('password', password);
