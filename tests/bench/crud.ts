import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

/**
 * What one would write without events: a row of state, a row of who changed it, one durable transaction for each request, nothing else. It checks the
 * bearer's session and the shape of the body as any server would. Where a request has a key, its answer is a third row of the same transaction, and a
 * repeat gets it; what is a day old would go at night.
 */
export async function openCrud(folder: string, sessions: ReadonlyMap<string, number>): Promise<{ url: string; stop(): Promise<void> }> {
  const db = new DatabaseSync(join(folder, 'crud.db'));
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE sessions (token TEXT PRIMARY KEY, user INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE completed (user INTEGER, class INTEGER, done INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (user, class)) WITHOUT ROWID;
    CREATE TABLE audit (id INTEGER PRIMARY KEY, user INTEGER NOT NULL, what TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE answers (user INTEGER, key TEXT, body TEXT NOT NULL, answer TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (user, key)) WITHOUT ROWID;
  `);
  const start = db.prepare('INSERT INTO sessions VALUES (?, ?)');
  for (const [token, user] of sessions) start.run(token, user);
  const session = db.prepare('SELECT user FROM sessions WHERE token = ?');
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
  const change = db.prepare(
    'INSERT INTO completed VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done, at = excluded.at RETURNING done, at',
  );
  const note = db.prepare('INSERT INTO audit (user, what, body, at) VALUES (?, ?, ?, ?)');
  const known = db.prepare('SELECT body, answer FROM answers WHERE user = ? AND key = ?');
  const keep = db.prepare('INSERT INTO answers VALUES (?, ?, ?, ?, ?)');
  const app = fastify();
  app.route<{ Params: { user: number; class: number }; Body: { completado: boolean }; Headers: { 'idempotency-key'?: string } }>({
    method: 'PATCH',
    url: '/api/usuario-sesion/marcarComoCompletada/:user/:class/completar',
    schema: {
      params: { type: 'object', properties: { user: { type: 'integer' }, class: { type: 'integer' } } },
      body: { type: 'object', required: ['completado'], properties: { completado: { type: 'boolean' } } },
    },
    handler(request, reply) {
      const { user, class: classId } = request.params;
      const found = session.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
      if (found?.user !== user) return reply.status(403).send({ message: 'No' });
      const { 'idempotency-key': key } = request.headers;
      const [body, at] = [JSON.stringify(request.body), new Date().toISOString()];
      const done = key === undefined ? undefined : known.get(user, key);
      if (done) return done.body === body ? reply.type('application/json').send(done.answer) : reply.status(422).send({ message: 'No' });
      begin.run();
      const row = change.get(user, classId, Number(request.body.completado), at);
      note.run(user, 'completed', body, at);
      const answer = JSON.stringify({ user, class: classId, ...row });
      if (key !== undefined) keep.run(user, key, body, answer, at);
      commit.run();
      return reply.type('application/json').send(answer);
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async stop() {
      await app.close();
      db.close();
    },
  };
}
