import errors from './errors.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    errors: typeof errors;
  }
}
/** The Spanish text of every error code, for the few pages that are told codes alone: any other shows the server's own message, which is the same. */
addTexts('errors', errors);
