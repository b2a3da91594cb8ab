import { addTexts } from '../../i18n/i18n.ts';
import projections from './projections.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    projections: typeof projections;
  }
}
addTexts('projections', projections);
