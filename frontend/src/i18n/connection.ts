import connection from './connection.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    connection: typeof connection;
  }
}
/** Texts about the live connection. */
addTexts('connection', connection);
