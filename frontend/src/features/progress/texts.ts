import { addTexts } from '../../i18n/i18n.ts';
import progress from './progress.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    progress: typeof progress;
  }
}
addTexts('progress', progress);
