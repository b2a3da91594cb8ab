import { expect, test } from 'vitest';
import { createOwnWrites } from '../../backend/api/plugins/ownWrites.ts';
import type { Position } from '../../events/store/port.ts';

/** A read side that records the positions that were waited for; `answers`: whether it reaches them in time. */
const reads = (answers: boolean) => {
  const asked: string[] = [];
  return {
    asked,
    waitFor: async (position: string) => {
      asked.push(position);
      return answers;
    },
  };
};
const at = (n: number) => String(n).padStart(16, '0') as Position;

test('a read waits for the last write of any of the caller’s keys, and only once', async () => {
  const side = reads(true);
  const own = createOwnWrites(side);
  own.note(['1.2.3.4', 'person 1'], at(7));
  own.note(['1.2.3.4', 'person 2'], at(9));
  await own.reflected(['5.6.7.8', 'person 3']);
  expect(side.asked).toEqual([]);
  await own.reflected(['5.6.7.8', 'person 1']);
  expect(side.asked).toEqual([at(7)]);
  await own.reflected(['1.2.3.4', 'person 2']);
  await own.reflected(['1.2.3.4', 'person 2']);
  expect(side.asked).toEqual([at(7), at(9)]);
});

test('after waiting in vain a caller is not made to wait again, until the next write', async () => {
  const side = reads(false);
  const own = createOwnWrites(side);
  own.note(['a'], at(3));
  await own.reflected(['a']);
  await own.reflected(['a']);
  expect(side.asked).toEqual([at(3)]);
  own.note(['a'], at(4));
  await own.reflected(['a']);
  expect(side.asked).toEqual([at(3), at(4)]);
});

test('the memory of writes is bounded: the oldest writers are dropped first', async () => {
  const side = reads(true);
  const own = createOwnWrites(side);
  for (let n = 0; n < 10_001; n++) own.note([`k${n}`], at(n));
  await own.reflected(['k0']);
  await own.reflected(['k1']);
  expect(side.asked).toEqual([at(1)]);
});
