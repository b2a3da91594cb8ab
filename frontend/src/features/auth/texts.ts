import { addTexts } from '../../i18n/i18n.ts';
import auth from './auth.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    auth: typeof auth;
  }
}
addTexts('auth', auth);
