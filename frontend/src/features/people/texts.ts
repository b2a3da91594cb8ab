import people from '../../i18n/es-MX/people.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('people', people);
