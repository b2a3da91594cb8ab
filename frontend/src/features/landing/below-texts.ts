import { addTexts } from '../../i18n/i18n.ts';
import below from './below.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    below: typeof below;
  }
}
/** Texts of the sections that only the landing page has. */
addTexts('below', below);
