import { addTexts } from '../../i18n/i18n.ts';
import reviews from './reviews.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    reviews: typeof reviews;
  }
}
addTexts('reviews', reviews);
