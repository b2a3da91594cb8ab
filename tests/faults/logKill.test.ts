import { test } from 'vitest';
import { logKilledAgainAndAgain } from '../support/logKills.ts';

test(
  'kill -9 in the middle of writes: what was acknowledged is there, nothing is half there, no repair is needed',
  { timeout: 120_000 },
  () => logKilledAgainAndAgain(4),
);
