import { addTexts } from './i18n.ts';
import inbox from './inbox.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    inbox: typeof inbox;
  }
}
/** What the bell of who is signed in says, on every page. */
addTexts('inbox', inbox);
