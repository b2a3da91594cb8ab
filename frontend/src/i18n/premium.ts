import premium from './es-MX/premium.json';
import { addTexts } from './i18n.ts';

/** Of what says what Premium opens, when it is asked for. */
addTexts('premium', premium);
