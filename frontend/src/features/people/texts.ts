import { addTexts } from '../../i18n/i18n.ts';
import assignments from './assignments.es-MX.json';
import imports from './imports.es-MX.json';
import people from './people.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    people: typeof people;
    imports: typeof imports;
    assignments: typeof assignments;
  }
}
addTexts('people', people);
addTexts('imports', imports);
addTexts('assignments', assignments);
