import { addTexts } from '../../../i18n/i18n.ts';
import exerciseEditor from './exerciseEditor.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    exerciseEditor: typeof exerciseEditor;
  }
}
addTexts('exerciseEditor', exerciseEditor);
