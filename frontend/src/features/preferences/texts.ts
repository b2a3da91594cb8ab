import { addTexts } from '../../i18n/i18n.ts';
import preferences from './preferences.es-MX.json';
import unsubscribe from './unsubscribe.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    preferences: typeof preferences;
    unsubscribe: typeof unsubscribe;
  }
}
addTexts('preferences', preferences);
addTexts('unsubscribe', unsubscribe);
