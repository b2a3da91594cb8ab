import { addTexts } from './i18n.ts';
import setup from './setup.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    setup: typeof setup;
  }
}
/** Texts about setting up a new school. */
addTexts('setup', setup);
