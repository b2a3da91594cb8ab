import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { createSeal } from '../../backend/commands/kernel/seal.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { createToolKeys } from '../../backend/integrations/vault/toolKeys.ts';

const NOW = new Date('2026-03-02T17:00:00Z');
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const setting = () => {
  const vault = openSqliteVault(':memory:', Date.now);
  onTestFinished(() => vault.close());
  const master = randomBytes(32);
  const node = () => createToolKeys(vault, createSeal(master, 'tool keys'));
  return { vault, node };
};

// rows: P06
test('nodes that need a key at once have the same one; what it signs is verified by what is published, and its private part is sealed', async () => {
  const { vault, node } = setting();
  const [one, other] = [node(), node()];
  expect(await one.terms(NOW)).toEqual({ since: null, earlierUntil: null });
  const [first, second] = await Promise.all([one.signer(NOW), other.signer(NOW)]);
  expect(first.kid).toBe(second.kid);
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: first.alg, kid: first.kid }).sign(first.key);
  const keys = await other.published(NOW);
  expect((await jwtVerify(token, createLocalJWKSet({ keys }))).payload).toEqual({ a: 1 });
  expect(Buffer.from(keys[0]?.n ?? '', 'base64url')).toHaveLength(256);
  expect(JSON.stringify(await vault.list('signing-keys', ''))).not.toContain('PRIVATE');
  expect(await one.terms(NOW)).toEqual({ since: NOW.toISOString(), earlierUntil: null });
});

// rows: P06
test('a changed key signs at once; the earlier one is published for 30 days more; the same command changes it once', async () => {
  const { node } = setting();
  const keys = node();
  const { kid } = await keys.signer(NOW);
  const changed = await keys.rotate('c1', NOW);
  expect(await keys.rotate('c1', NOW)).toBe(changed);
  expect((await keys.signer(NOW)).kid).toBe(changed);
  const published = async (at: Date) => (await keys.published(at)).map((key) => key.kid);
  expect(await published(later(29))).toEqual([kid, changed]);
  expect(await published(later(31))).toEqual([changed]);
  expect(await keys.terms(NOW)).toEqual({ since: NOW.toISOString(), earlierUntil: later(30).toISOString() });
  // However often somebody changes it, a few are kept.
  for (const command of ['c2', 'c3', 'c4', 'c5', 'c6']) await keys.rotate(command, NOW);
  expect(await published(NOW)).toHaveLength(5);
});
