import lesson from '../../i18n/es-MX/lesson.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('lesson', lesson);
