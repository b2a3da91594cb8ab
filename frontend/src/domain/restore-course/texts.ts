import { addTexts } from '../../i18n/i18n.ts';
import restoreCourse from './restoreCourse.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    restoreCourse: typeof restoreCourse;
  }
}
addTexts('restoreCourse', restoreCourse);
