import enrolment from './enrolment.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    enrolment: typeof enrolment;
  }
}
/** Texts about somebody's progress in a course. */
addTexts('enrolment', enrolment);
