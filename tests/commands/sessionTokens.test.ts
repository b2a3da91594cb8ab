import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createSessionTokens } from '../../backend/integrations/vault/sessionTokens.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';

test('of more than a thousand sessions of one person every one gets their new role, and every one ends', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'aulaviva-tokens-'));
  const file = path.join(dir, 'vault.db');
  const vault = openSqliteVault(file);
  onTestFinished(async () => {
    await vault.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const tokens = createSessionTokens(vault);
  // As an older release let anybody have them; in one go, because each by itself would be durable by itself.
  const db = new DatabaseSync(file);
  const insert = db.prepare('INSERT INTO records (tbl, k, value, revision, expires) VALUES (?, ?, ?, 1, NULL)');
  db.exec('BEGIN');
  for (let n = 0; n < 1_010; n++)
    insert.run('user-sessions', `3:${String(n).padStart(4, '0')}`, JSON.stringify({ tokenHash: `hash-${n}` }));
  db.exec('COMMIT');
  db.close();
  const session = { userId: 3, role: 'administrator', expiresAt: Date.now() + 3_600_000 } as const;
  const { token: kept } = await tokens.start({ ...session, sessionId: 'kept' });
  const { token: last } = await tokens.start({ ...session, sessionId: 'the last one' });

  await tokens.setRole(3, 'student');
  expect((await tokens.find(last))?.role).toBe('student');
  await tokens.endAll(3, (sessionId) => sessionId === 'kept');
  expect(await tokens.find(last)).toBeNull();
  expect((await tokens.find(kept))?.sessionId).toBe('kept');
  expect((await vault.list('user-sessions', '3:')).length).toBe(1);
}, 60_000);

test('what ends the sessions of before leaves one that is just beginning', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'aulaviva-tokens-'));
  const vault = openSqliteVault(path.join(dir, 'vault.db'));
  onTestFinished(async () => {
    await vault.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const before = createSessionTokens(vault);
  const { token: old } = await before.start({
    userId: 3,
    role: 'student',
    expiresAt: Date.now() + 3_600_000,
    sessionId: 'old',
    startedAt: 1_000,
  });
  // Between the name of the session and its record the reactor comes by.
  const ended: string[] = [];
  const between = createSessionTokens({
    ...vault,
    get: (...asked) => vault.get(...asked),
    list: (...asked) => vault.list(...asked),
    remove: (...asked) => vault.remove(...asked),
    replace: (...asked) => vault.replace(...asked),
    insert: (...asked) => vault.insert(...asked),
    async put(table, ...rest) {
      if (table === 'sessions') ended.push(...(await before.endBefore(3, 2_000)));
      return vault.put(table, ...rest);
    },
  });
  const { token: begun } = await between.start({
    userId: 3,
    role: 'student',
    expiresAt: Date.now() + 3_600_000,
    sessionId: 'new',
    startedAt: 2_000,
  });
  expect(ended).toEqual(['old']);
  expect(await before.find(old)).toBeNull();
  expect((await before.find(begun))?.sessionId).toBe('new');
  expect(await vault.list('user-sessions', '3:')).toHaveLength(1);
});
