import scholarships from '../../i18n/es-MX/scholarships.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('scholarships', scholarships);
