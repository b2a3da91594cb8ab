import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIdempotency } from '../../backend/api/plugins/idempotency.ts';
import { openSqliteAnswers } from '../../backend/integrations/vault/sqliteAnswers.ts';
import { TEST_SECRET } from '../support/domain.ts';

test('kill -9: an answer in the file is there, another body is a conflict, and what was under way runs again at once', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'aulaviva-answers-'));
  const file = path.join(dir, 'answers.db');
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../support/answersChild.ts'), file, TEST_SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await exit;
  const answers = openSqliteAnswers(file);
  onTestFinished(async () => {
    await answers.close();
    rmSync(dir, { recursive: true });
  });
  const idempotency = createIdempotency(answers, TEST_SECRET, Date.now);
  const never = () => Promise.reject(new Error('ran'));
  expect((await idempotency.once('7 POST /api', 'done', { n: 1 }, never)).body).toBe('{"id":1}');
  await expect(idempotency.once('7 POST /api', 'done', { n: 2 }, never)).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  const again = await idempotency.once('7 POST /api', 'under way', { n: 2 }, async () => ({
    ...{ status: 201, body: '{"id":2}', position: null, cookie: null },
  }));
  expect(again.body).toBe('{"id":2}');
});
