import { addTexts } from '../../i18n/i18n.ts';
import below from './below.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    below: typeof below;
  }
}
/** Of the sections that only the landing has. */
addTexts('below', below);
