import catalog from '../../i18n/es-MX/catalog.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('catalog', catalog);
