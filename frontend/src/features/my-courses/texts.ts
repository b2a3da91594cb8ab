import '../../i18n/enrolment.ts';
import { addTexts } from '../../i18n/i18n.ts';
import myCourses from './myCourses.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    myCourses: typeof myCourses;
  }
}
addTexts('myCourses', myCourses);
