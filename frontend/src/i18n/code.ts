import code from './es-MX/code.json';
import { addTexts } from './i18n.ts';

/** Of the dialog that takes a scholarship code. */
addTexts('code', code);
