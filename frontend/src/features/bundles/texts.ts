import { addTexts } from '../../i18n/i18n.ts';
import bundles from './bundles.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    bundles: typeof bundles;
  }
}
addTexts('bundles', bundles);
