import { addTexts } from '../../i18n/i18n.ts';
import lesson from './lesson.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    lesson: typeof lesson;
  }
}
addTexts('lesson', lesson);
