import { addTexts } from '../../i18n/i18n.ts';
import sortable from './sortable.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    sortable: typeof sortable;
  }
}
addTexts('sortable', sortable);
