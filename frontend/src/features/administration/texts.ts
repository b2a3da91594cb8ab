import admin from '../../i18n/es-MX/admin.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('admin', admin);
