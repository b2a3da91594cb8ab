import { addTexts } from '../i18n/i18n.ts';
import comments from './comments.es-MX.json';

declare module '../i18n/i18n.ts' {
  interface Texts {
    comments: typeof comments;
  }
}
addTexts('comments', comments);
