import setup from '../../i18n/es-MX/setup.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('setup', setup);
