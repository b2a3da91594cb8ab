import { addTexts } from '../../../i18n/i18n.ts';
import discussion from './discussion.es-MX.json';

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    discussion: typeof discussion;
  }
}
addTexts('discussion', discussion);
