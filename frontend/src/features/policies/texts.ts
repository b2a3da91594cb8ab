import '../../i18n/site.ts';
import auth from '../../i18n/es-MX/auth.json';
import { addTexts } from '../../i18n/i18n.ts';

// The terms that one accepts to register.
addTexts('auth', auth);
