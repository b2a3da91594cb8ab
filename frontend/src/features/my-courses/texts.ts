import dashboard from '../../i18n/es-MX/dashboard.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('dashboard', dashboard);
