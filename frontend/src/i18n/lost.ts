import lost from './es-MX/lost.json';
import { addTexts } from './i18n.ts';

/** Of the pages for who went where there is nothing, or nothing for them. */
addTexts('lost', lost);
