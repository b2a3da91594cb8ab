import { addTexts } from './i18n.ts';
import shell from './shell.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    shell: typeof shell;
  }
}
/** What only who is signed in is told: that nobody seems to be there, that a phone waits to be verified. */
addTexts('shell', shell);
