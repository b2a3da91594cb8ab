import analytics from '../../i18n/es-MX/analytics.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('analytics', analytics);
