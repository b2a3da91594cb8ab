import { addTexts } from '../../i18n/i18n.ts';
import people from './people.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    people: typeof people;
  }
}
addTexts('people', people);
