import { addTexts } from '../../i18n/i18n.ts';
import notifications from './notifications.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    notifications: typeof notifications;
  }
}
addTexts('notifications', notifications);
