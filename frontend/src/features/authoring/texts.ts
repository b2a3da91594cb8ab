import { addTexts } from '../../i18n/i18n.ts';
import authoring from './authoring.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    authoring: typeof authoring;
  }
}
addTexts('authoring', authoring);
