import { addTexts } from '../../i18n/i18n.ts';
import integrations from './integrations.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    integrations: typeof integrations;
  }
}
addTexts('integrations', integrations);
