import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Names } from '../../backend/integrations/vault/names.ts';

const some = (count: number) => Array.from({ length: count }, () => randomBytes(16).toString('base64url'));

test('a name that was added is among them, another mostly not; and so it is for whoever gets their bits', () => {
  const names = new Names();
  const added = some(100_000);
  for (const [at, name] of added.entries()) names.add(name, at);
  const copy = new Names(Buffer.from(Buffer.from(names.bits).toString('base64'), 'base64'), names.until);
  for (const one of [names, copy]) {
    expect(added.filter((name) => !one.mayHave(name))).toEqual([]);
    expect(some(10_000).filter((name) => one.mayHave(name)).length).toBeLessThan(700);
    expect(one.until).toBe(99_999);
  }
});
