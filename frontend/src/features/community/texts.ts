import { addTexts } from '../../i18n/i18n.ts';
import community from './community.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    community: typeof community;
  }
}
addTexts('community', community);
