import { addTexts } from '../../i18n/i18n.ts';
import analytics from './analytics.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    analytics: typeof analytics;
  }
}
addTexts('analytics', analytics);
