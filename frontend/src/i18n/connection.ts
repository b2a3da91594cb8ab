import connection from './connection.es-MX.json';
import { addTexts } from './i18n.ts';

declare module './i18n.ts' {
  interface Texts {
    connection: typeof connection;
  }
}
/** What the pages with a live line say of it. */
addTexts('connection', connection);
