import siteAdmin from '../../i18n/es-MX/siteAdmin.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('siteAdmin', siteAdmin);
