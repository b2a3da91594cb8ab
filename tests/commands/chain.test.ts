import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createSigningKeys } from '../../backend/commands/kernel/signingKeys.ts';
import { createChain } from '../../backend/commands/operations/chain.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';

// rows: K10
test('of what the school signed only a hash over its log is compared with the log', async () => {
  const vault = openSqliteVault(':memory:', Date.now);
  onTestFinished(() => vault.close());
  const keys = createSigningKeys(vault, randomBytes(32));
  const chain = createChain({ pages: async function* () {} }, vault, keys, () => new Date());
  const { key: _, ...root } = await chain.root();
  expect(await chain.readRoot(root)).toMatchObject({ events: 0, hash: '' });
  // As a certificate is, a list; and what is no JSON.
  for (const text of ['[1,"AV-1","Prompts"]', 'words']) expect(await chain.readRoot({ text, ...(await keys.sign(text)) })).toBeNull();
});

// rows: K10
test('whoever asks for a comparison does not put off the daily one, of which auditors get word; a lost end makes it due', async () => {
  const vault = openSqliteVault(':memory:', Date.now);
  onTestFinished(() => vault.close());
  let at = '2026-11-30T09:00:00.000Z';
  const keys = createSigningKeys(vault, randomBytes(32));
  const chain = createChain({ pages: async function* () {} }, vault, keys, () => new Date(at));
  const daily = async () => (await chain.state()).last?.daily;
  await chain.verify(undefined, undefined, { asked: true });
  expect(await daily()).toBeUndefined();
  await chain.verify();
  at = '2026-11-30T20:00:00.000Z';
  await chain.verify(undefined, undefined, { asked: true });
  expect(await daily()).toBe('2026-11-30T09:00:00.000Z');
  await chain.lostEnd();
  expect(await daily()).toBeUndefined();
});
