import { addTexts } from './i18n.ts';
import lost from './lost.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    lost: typeof lost;
  }
}
/** Texts of the pages «not found» and «not allowed». */
addTexts('lost', lost);
