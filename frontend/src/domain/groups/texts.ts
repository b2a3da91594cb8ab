import { addTexts } from '../../i18n/i18n.ts';
import groups from './groups.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    groups: typeof groups;
  }
}
addTexts('groups', groups);
