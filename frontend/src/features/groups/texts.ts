import { addTexts } from '../../i18n/i18n.ts';
import courseGroups from './courseGroups.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    courseGroups: typeof courseGroups;
  }
}
addTexts('courseGroups', courseGroups);
