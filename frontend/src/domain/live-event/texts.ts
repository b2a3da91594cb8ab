import { addTexts } from '../../i18n/i18n.ts';
import liveEvent from './liveEvent.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    liveEvent: typeof liveEvent;
  }
}
addTexts('liveEvent', liveEvent);
