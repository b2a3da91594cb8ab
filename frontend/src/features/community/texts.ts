import community from '../../i18n/es-MX/community.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('community', community);
