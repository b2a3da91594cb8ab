import { createIdempotency } from '../../backend/api/plugins/idempotency.ts';
import { openSqliteAnswers } from '../../backend/integrations/vault/sqliteAnswers.ts';

/** Answers one request, begins another, says so, and goes no further: to be killed. */
const [, , path = '', secret = ''] = process.argv;
const idempotency = createIdempotency(openSqliteAnswers(path), secret, Date.now);
await idempotency.once('7 POST /api', 'done', { n: 1 }, async () => ({ status: 201, body: '{"id":1}', position: null, cookie: null }));
void idempotency.once('7 POST /api', 'under way', { n: 2 }, () => {
  process.stdout.write('begun\n');
  return new Promise(() => {});
});
setInterval(() => {}, 1_000);
