import { addTexts } from '../../i18n/i18n.ts';
import changes from './changes.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    changes: typeof changes;
  }
}
addTexts('changes', changes);
