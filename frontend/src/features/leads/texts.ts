import leads from '../../i18n/es-MX/leads.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('leads', leads);
