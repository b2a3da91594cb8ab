import progress from '../../i18n/es-MX/progress.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('progress', progress);
