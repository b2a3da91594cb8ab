import { addTexts } from '../../../i18n/i18n.ts';
import exercise from './exercise.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    exercise: typeof exercise;
  }
}
addTexts('exercise', exercise);
