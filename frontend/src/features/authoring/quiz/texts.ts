import { addTexts } from '../../../i18n/i18n.ts';
import quizEditor from './quizEditor.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    quizEditor: typeof quizEditor;
  }
}
addTexts('quizEditor', quizEditor);
