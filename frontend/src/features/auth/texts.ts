import auth from '../../i18n/es-MX/auth.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('auth', auth);
