import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerRecord, Answers } from '../../backend/integrations/vault/answers.ts';

export interface AnswersHarness {
  answers: Answers;
  /** The time by the store's clock, in epoch milliseconds. */
  clock: { now: number };
  dispose(): Promise<void>;
}

const HOUR = 3_600_000;
let counter = 0;
const fresh = () => `name-${++counter}`;

export function answersContract(name: string, make: () => Promise<AnswersHarness>): void {
  describe(`kept answers: ${name}`, { timeout: 60_000 }, () => {
    let harness: AnswersHarness;
    let answers: Answers;
    const runOf = (owner: string): AnswerRecord => ({ owner, bodyHash: 'digest', startedAt: harness.clock.now, sealed: null });
    const inAnHour = () => harness.clock.now + HOUR;
    const sealed = Buffer.from([0, 1, 254, 255]).toString('base64');
    beforeAll(async () => {
      harness = await make();
      answers = harness.answers;
    });
    afterAll(async () => {
      await harness?.dispose();
    });

    test('of fifty claims at once one wins, and the others get what stands', async () => {
      const key = fresh();
      const found = await Promise.all(Array.from({ length: 50 }, (_, i) => answers.claim(key, runOf(`run-${i}`), inAnHour())));
      expect(found.filter((one) => one === null)).toHaveLength(1);
      expect(found.find((one) => one !== null)).toEqual(runOf(`run-${found.indexOf(null)}`));
    });

    test('what was settled stands, byte for byte; what was settled without an answer is gone', async () => {
      const [kept, refused] = [fresh(), fresh()];
      for (const key of [kept, refused]) expect(await answers.claim(key, runOf('a'), inAnHour())).toBeNull();
      await answers.settle(kept, runOf('a'), sealed, inAnHour());
      await answers.settle(refused, runOf('a'), null, inAnHour());
      expect(await answers.claim(kept, runOf('b'), inAnHour())).toMatchObject({ bodyHash: 'digest', sealed });
      expect(await answers.claim(refused, runOf('b'), inAnHour())).toBeNull();
    });

    test('a run is taken over by name only, once, and the one before can neither end nor undo it; an answer never', async () => {
      const key = fresh();
      const slow = runOf('slow');
      await answers.claim(key, slow, inAnHour());
      expect(await answers.claim(key, runOf('x'), inAnHour(), runOf('another'))).toMatchObject({ owner: 'slow' });
      harness.clock.now += 60_000;
      const taken = await Promise.all(['b', 'c', 'd'].map((owner) => answers.claim(key, runOf(owner), inAnHour(), slow)));
      expect(taken.filter((one) => one === null)).toHaveLength(1);
      const winner = ['b', 'c', 'd'][taken.indexOf(null)] ?? '';
      await answers.settle(key, slow, sealed, inAnHour());
      await answers.settle(key, slow, null, inAnHour());
      expect(await answers.claim(key, runOf('e'), inAnHour())).toMatchObject({ owner: winner, sealed: null });
      await answers.settle(key, { ...runOf(winner), startedAt: harness.clock.now }, sealed, inAnHour());
      expect(await answers.claim(key, runOf('f'), inAnHour(), runOf(winner))).toMatchObject({ sealed });
    });

    test('an answer that cannot be opened is taken over by whoever read it, once', async () => {
      const key = fresh();
      await answers.claim(key, runOf('a'), inAnHour());
      await answers.settle(key, runOf('a'), sealed, inAnHour());
      const read = await answers.claim(key, runOf('b'), inAnHour());
      expect(read).toMatchObject({ sealed });
      const over = await Promise.all(['c', 'd'].map((owner) => answers.claim(key, runOf(owner), inAnHour(), read ?? undefined)));
      expect(over.filter((one) => one === null)).toHaveLength(1);
      expect(over.find((one) => one !== null)).toMatchObject({ sealed: null });
    });

    test('all are forgotten at once, and what was under way then leaves no answer', async () => {
      const [kept, running] = [fresh(), fresh()];
      for (const key of [kept, running]) await answers.claim(key, runOf('a'), inAnHour());
      await answers.settle(kept, runOf('a'), sealed, inAnHour());
      await answers.forgetAll();
      await answers.settle(running, runOf('a'), sealed, inAnHour());
      for (const key of [kept, running]) expect(await answers.claim(key, runOf('b'), inAnHour())).toBeNull();
    });

    test('what has expired is as if absent', async () => {
      const key = fresh();
      await answers.claim(key, runOf('a'), inAnHour());
      await answers.settle(key, runOf('a'), sealed, harness.clock.now + 10);
      harness.clock.now += 9;
      expect(await answers.claim(key, runOf('b'), inAnHour())).toMatchObject({ sealed });
      harness.clock.now += 1;
      expect(await answers.claim(key, runOf('b'), inAnHour())).toBeNull();
      expect(await answers.claim(key, runOf('c'), inAnHour())).toMatchObject({ owner: 'b', sealed: null });
    });
  });
}
