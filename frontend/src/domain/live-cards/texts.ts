import { addTexts } from '../../i18n/i18n.ts';
import liveCards from './liveCards.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    liveCards: typeof liveCards;
  }
}
addTexts('liveCards', liveCards);
