import { DatabaseSync } from 'node:sqlite';
import { createIdempotency } from '../../backend/api/plugins/idempotency.ts';
import { openSqliteAnswers } from '../../backend/integrations/vault/sqliteAnswers.ts';
import { until } from './until.ts';

/** Answers one request, begins another once that answer is in the file, reports it, and waits to be killed. */
const [, , path = '', secret = ''] = process.argv;
const idempotency = createIdempotency(openSqliteAnswers(path), secret, Date.now);
const isWritten = () => {
  const db = new DatabaseSync(path, { readOnly: true });
  const { count } = db.prepare('SELECT count(*) AS count FROM answers').get() as { count: number };
  db.close();
  return count === 1;
};
await idempotency.once('7 POST /api', 'done', { n: 1 }, async () => ({ status: 201, body: '{"id":1}', position: null, cookie: null }));
await until(isWritten, 'the answer in the file');
void idempotency.once('7 POST /api', 'under way', { n: 2 }, () => {
  process.stdout.write('begun\n');
  return new Promise(() => {});
});
setInterval(() => {}, 1_000);
