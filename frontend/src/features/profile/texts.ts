import profile from '../../i18n/es-MX/profile.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('profile', profile);
