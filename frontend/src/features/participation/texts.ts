import { addTexts } from '../../i18n/i18n.ts';
import participation from './participation.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    participation: typeof participation;
  }
}
addTexts('participation', participation);
