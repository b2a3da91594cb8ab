import { addTexts } from '../../i18n/i18n.ts';
import notes from './notes.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    notes: typeof notes;
  }
}
addTexts('notes', notes);
