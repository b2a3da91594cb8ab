import errors from './es-MX/errors.json';
import { addTexts } from './i18n.ts';

/** Texts of every error code. Shells and forms load them; light pages show the server's own message, which is the same. */
addTexts('errors', errors);
