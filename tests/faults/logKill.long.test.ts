import { test } from 'vitest';
import { logKilledAgainAndAgain } from '../support/logKills.ts';

test('kill -9 in the middle of writes, fifty times', { timeout: 3_600_000 }, async () => {
  for (let folder = 0; folder < 5; folder++) await logKilledAgainAndAgain(10);
});
