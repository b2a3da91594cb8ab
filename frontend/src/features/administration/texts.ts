import { addTexts } from '../../i18n/i18n.ts';
import admin from './admin.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    admin: typeof admin;
  }
}
addTexts('admin', admin);
