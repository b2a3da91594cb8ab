import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createPasts, type PastOptions } from '../../backend/process/past/pasts.ts';
import { envelopes, given } from '../support/projectionSpec.ts';
import { until } from '../support/until.ts';

test('days that could not be shown, and that nobody asks for again, keep no place', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-pasts-'));
  const [event] = envelopes([given('UserErased', { userId: 1 })]);
  const store = {
    pages: async function* () {
      yield [{ ...event, metadata: event?.meta }];
    },
    readAll: () => {
      throw new Error('the log is away');
    },
  };
  const never = () => Promise.reject(new Error('nothing is opened'));
  const pasts = createPasts({
    ...{ store, folder, logger: pino({ level: 'silent' }), now: Date.now, open: never, isErased: never },
  } as unknown as PastOptions);
  onTestFinished(async () => {
    await pasts.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const first = (await pasts.first()) ?? 0;
  for (let day = 0; day < 4; day++) expect(await pasts.at(first + day)).toMatchObject({ state: 'building' });
  // The last one is told that it failed; of the others nobody asks.
  await until(
    () =>
      pasts.at(first + 3).then(
        () => false,
        () => true,
      ),
    'all of them failed',
  );
  for (let day = 4; day < 7; day++) expect(await pasts.at(first + day)).toMatchObject({ state: 'building' });
});
