import setup from './es-MX/setup.json';
import { addTexts } from './i18n.ts';

/** Of a school that begins, on the page of its address and on the overview. */
addTexts('setup', setup);
