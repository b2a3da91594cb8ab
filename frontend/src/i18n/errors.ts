import errors from './errors.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    errors: typeof errors;
  }
}
/** Texts of every error code. Shells and forms load them; light pages show the server's own message, which is the same. */
addTexts('errors', errors);
