import catalog from './es-MX/catalog.json';
import { addTexts } from './i18n.ts';

/** Texts of the catalogue. They stand here because the pages of courses, the shop and the dialogs share them. */
addTexts('catalog', catalog);
