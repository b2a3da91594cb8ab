import { addTexts } from '../../i18n/i18n.ts';
import gifts from './gifts.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    gifts: typeof gifts;
  }
}
addTexts('gifts', gifts);
