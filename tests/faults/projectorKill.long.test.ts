import { test } from 'vitest';
import { killedAgainAndAgain } from '../support/projectorKills.ts';

test('kill -9 two hundred times, in batches and in replays', { timeout: 3 * 3_600_000 }, async () => {
  for (let folder = 0; folder < 10; folder++) await killedAgainAndAgain({ kills: 20, inReplays: 8 });
});
