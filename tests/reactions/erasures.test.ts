import { expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { eraseAgain, pastErasures } from '../../backend/commands/reactions/erasures.ts';
import { memoryDomain, register } from '../support/domain.ts';

test('an erasure of the ledger is recorded again for the person it was of, and for nobody who has their number elsewhere', async () => {
  const school = memoryDomain();
  const ana = await register(school, 'ana');
  const backup = await school.stored();
  await school.accounts.govern(ana, { type: 'erase' }, school.context());
  const ledger = await pastErasures(school.store);
  expect(ledger).toEqual([{ stream: `user-${ana}`, first: expect.any(String), at: school.clock.now().toISOString() }]);

  const another = memoryDomain();
  expect(await register(another, 'beto')).toBe(ana);
  const status = async () => (await another.commands.load(user, ana)).state.status;
  expect([await eraseAgain(another, ledger, another.clock.now()), await status()]).toEqual([0, 'active']);

  const [first] = backup.filter(({ stream }) => stream === `user-${ana}`);
  const own = ledger.map((erasure) => ({ ...erasure, first: String(first?.id) }));
  expect([await eraseAgain(school, own, school.clock.now()), own]).toEqual([0, ledger]);
  const [beto] = (await another.stored()).filter(({ stream }) => stream === `user-${ana}`);
  const of = ledger.map((erasure) => ({ ...erasure, first: String(beto?.id) }));
  expect([await eraseAgain(another, of, another.clock.now()), await status()]).toEqual([1, 'erased']);
  expect(await eraseAgain(another, of, another.clock.now())).toBe(0);
});
