import { addTexts } from '../../i18n/i18n.ts';
import whatIf from './whatIf.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    whatIf: typeof whatIf;
  }
}
addTexts('whatIf', whatIf);
