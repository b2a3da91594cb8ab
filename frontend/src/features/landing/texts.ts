import landing from '../../i18n/es-MX/landing.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('landing', landing);
