import { test } from 'vitest';
import { killedAgainAndAgain } from '../support/projectorKills.ts';

test(
  'kill -9 in batches and in replays: nothing acknowledged is lost, no repair is needed, and every read model is what the log says',
  {
    timeout: 300_000,
  },
  () => killedAgainAndAgain({ kills: 2, inReplays: 1 }),
);
