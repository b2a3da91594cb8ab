import site from './es-MX/site.json';
import { addTexts } from './i18n.ts';

/** Texts of the managed parts of the public site: the landing's sections, the contact form, prices and policies. */
addTexts('site', site);
