import { addTexts } from './i18n.ts';
import shell from './shell.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    shell: typeof shell;
  }
}
/** Texts for signed-in people: the warning before an idle logout, the reminder to confirm the phone. */
addTexts('shell', shell);
