import { addTexts } from '../../../i18n/i18n.ts';
import quiz from './quiz.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    quiz: typeof quiz;
  }
}
addTexts('quiz', quiz);
