import { expect, test } from 'vitest';
import { rounds } from '../../backend/commands/kernel/rounds.ts';
import { until } from '../support/until.ts';

test('what is done every few hours is done soon after a start, too, and ends with its signal', async () => {
  const stopping = new AbortController();
  let runs = 0;
  const over = rounds(
    3_600_000,
    stopping.signal,
    async () => void runs++,
    () => expect.unreachable(),
    1,
  );
  await until(() => runs === 1, 'the first round');
  stopping.abort();
  await over;
  expect(runs).toBe(1);
});

test('a round that fails is told, and the next one comes', async () => {
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const fail = () => Promise.reject(new Error('this round'));
  const over = rounds(1, stopping.signal, fail, (error) => failures.push(error));
  await until(() => failures.length >= 2, 'a second round');
  stopping.abort();
  await over;
});
