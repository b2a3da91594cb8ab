import reviews from '../../i18n/es-MX/reviews.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('reviews', reviews);
