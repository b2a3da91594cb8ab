import { addTexts } from '../../i18n/i18n.ts';
import events from './events.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    events: typeof events;
  }
}
addTexts('events', events);
