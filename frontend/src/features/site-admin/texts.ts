import { addTexts } from '../../i18n/i18n.ts';
import siteAdmin from './siteAdmin.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    siteAdmin: typeof siteAdmin;
  }
}
addTexts('siteAdmin', siteAdmin);
