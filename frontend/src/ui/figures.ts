import figures from '../i18n/figures.es-MX.json';
import { addTexts } from '../i18n/i18n.ts';

declare module '../i18n/i18n.ts' {
  interface Texts {
    figures: typeof figures;
  }
}
// Texts of charts, bead lines and rendered Markdown.
addTexts('figures', figures);
