import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { VAULT_AGE_FILE, watchVaultAge } from '../../backend/process/vaultAge.ts';

/** A vault that is opened again and again; each start writes to it, and says how many writes of an older one in its place are missing. */
function starts() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-age-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [file, older, note] = ['vault.db', 'older.db', VAULT_AGE_FILE].map((name) => path.join(dataDir, name)) as [string, string, string];
  return {
    note,
    keep: () => copyFileSync(file, older),
    putBack: () => copyFileSync(older, file),
    async start(writes: number, meanwhile = () => {}) {
      const lines: string[] = [];
      const vault = openSqliteVault(file);
      const age = watchVaultAge({ dataDir, clock: () => new Date(), logger: pino({}, { write: (line: string) => void lines.push(line) }) });
      for (let n = 0; n < writes; n++) await vault.put('meta', 'personal-data-key', `clave ${n}`);
      const told = age.older?.missing ?? null;
      meanwhile();
      await age.stop();
      await vault.close();
      expect(lines).toHaveLength(told === null ? 0 : 1);
      return told;
    },
  };
}

test('an older vault in the place of the last one is told at each start, whatever is written to it, until its note is removed', async () => {
  const { start, keep, putBack, note } = starts();
  expect([await start(5), await start(0)]).toEqual([null, null]);
  keep();
  expect(await start(3)).toBe(null);
  putBack();
  expect([await start(10), await start(0)]).toEqual([3, 3]);
  rmSync(note);
  expect([await start(1), await start(0)]).toEqual([null, null]);
});

test('the note may be removed while the school runs, which begins it anew', async () => {
  const { start, keep, putBack, note } = starts();
  await start(5);
  keep();
  await start(3);
  putBack();
  expect(await start(2, () => rmSync(note))).toBe(3);
  expect(await start(1)).toBe(null);
  putBack();
  expect(await start(0)).toBe(3);
});

test('a note that cannot be read, as after a power cut, says nothing', async () => {
  const { start, note } = starts();
  await start(5);
  for (const text of ['', '{"writes":', '{}', 'null']) {
    writeFileSync(note, text);
    expect(await start(1)).toBe(null);
  }
});
