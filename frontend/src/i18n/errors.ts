import errors from './errors.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    errors: typeof errors;
  }
}
/**
 * The Spanish text of every error code. Shells load them after their first view, for forms that are checked before they are sent and for codes that come
 * without words; any other failure shows the server's own message, which is the same.
 */
addTexts('errors', errors);
