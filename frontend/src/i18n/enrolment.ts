import enrolment from './enrolment.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    enrolment: typeof enrolment;
  }
}
/** How far somebody is in a course, wherever that stands. */
addTexts('enrolment', enrolment);
