import shell from './es-MX/shell.json';
import { addTexts } from './i18n.ts';

/** What only who is signed in is told: that nobody seems to be there, that a phone waits to be verified. */
addTexts('shell', shell);
