import { expect, test } from 'vitest';
import { createReads, NotBuilt } from '../../../backend/projections/reading/reads.ts';
import type { Position } from '../../../events/store/port.ts';
import { completed, enrolled } from '../../support/learning.ts';
import { openProjecting } from '../../support/projecting.ts';
import { type TallyDoc, tally, totals } from '../../support/tinyProjections.ts';

const after = (position: Position): Position => String(Number(position) + 1).padStart(16, '0') as Position;

async function school() {
  const projecting = await openProjecting();
  await projecting.append('enrolment-1_1', enrolled(1), completed(1), enrolled(2), completed(2), completed(2, 2));
  const active = await projecting.start({ projections: [tally(), totals] });
  await active.projector.ready();
  await projecting.caughtUp();
  return { ...projecting, active, reads: createReads(projecting.reader) };
}

test('by key, by keys, by index and counted, in the types of the projection', async () => {
  const { reads } = await school();
  const one: TallyDoc | null = await reads.get(tally(), '1');
  expect(one).toEqual({ userId: 1, completed: 1, courses: [1] });
  expect(await reads.get(tally(), '9')).toBeNull();
  expect([...(await reads.getMany(tally(), ['2', '9']))]).toEqual([['2', { userId: 2, completed: 2, courses: [1] }]]);
  const page = await reads.find(tally(), { sort: ['-completed'], limit: 1 });
  expect(page.docs.map(({ key, doc }) => [key, doc.completed])).toEqual([['2', 2]]);
  expect(page.next).not.toBeNull();
  expect(await reads.count(tally())).toBe(2);
});

test('what was not built by this code version is not read', async () => {
  const { reads } = await school();
  await expect(reads.get(tally(2), '1')).rejects.toThrow(NotBuilt);
});

test('a read waits for a position: at once when it is reached, woken by a commit, found by looking, given up in time', async () => {
  const { reads, append, reader } = await school();
  const now = await reads.position();
  if (now === null) throw new Error('nothing was committed');
  expect(await reads.waitFor(now)).toBe(true);
  expect(await reads.waitFor(after(now), 30)).toBe(false);
  const looking = reads.waitFor(after(now));
  await append('enrolment-1_1', completed(1, 2));
  expect(await looking).toBe(true);
  expect((await reader.checkpoint()) === after(now)).toBe(true);

  let reached: Position = now;
  const slow = createReads(
    new Proxy(reader, {
      get: (target, name, receiver) => (name === 'checkpoint' ? async () => reached : (Reflect.get(target, name, receiver) as unknown)),
    }),
  );
  const waits = [slow.waitFor(after(now)), slow.waitFor(after(after(now)), 200)];
  reached = after(now);
  slow.notify();
  expect(await Promise.all(waits)).toEqual([true, false]);
});

test('whoever needs all up to a position waits for a projection that is paused, not for the others alone', async () => {
  const { ask, append, untilStatus, caughtUp, reads } = await school();
  await ask('tally', 'ProjectionPaused');
  await untilStatus('tally', ({ state }) => state === 'paused');
  const position = await append('enrolment-3_1', enrolled(3));
  await caughtUp();
  const stopping = new AbortController();
  let settled = false;
  const found = reads.caughtUp(tally(), position, stopping.signal).finally(() => {
    settled = true;
  });
  expect(await reads.caughtUp(totals, position, stopping.signal)).toBe(true);
  expect(settled).toBe(false);
  expect(await reads.get(tally(), '3')).toBeNull();
  await ask('tally', 'ProjectionResumed');
  expect(await found).toBe(true);
  expect(await reads.get(tally(), '3')).not.toBeNull();
  const waiting = reads.caughtUp(tally(), after(after(position)), stopping.signal);
  stopping.abort();
  expect(await waiting).toBe(false);
});

test('a session answers the lowest checkpoint of what it read, taken before the documents, and whether any of it stands still', async () => {
  const projecting = await school();
  const { reads, ask, append, untilStatus, caughtUp } = projecting;
  const nothing = reads.session();
  expect(await nothing.position()).toBe(await reads.position());
  const pausedAt = await ask('totals', 'ProjectionPaused');
  await untilStatus('totals', ({ state }) => state === 'paused');
  await append('enrolment-1_1', completed(1, 2));
  await caughtUp();

  const moving = reads.session();
  expect(await moving.get(tally(), '1')).toMatchObject({ completed: 2 });
  const before = await reads.position();
  expect(await moving.position()).toBe(before);
  expect(moving.stale()).toBe(false);
  expect(await reads.stale(tally())).toBe(false);
  await append('enrolment-1_1', completed(1, 3));
  await caughtUp();
  expect(await moving.position(), 'what it read is not newer for it').toBe(before);

  const mixed = reads.session();
  await mixed.get(tally(), '1');
  await mixed.count(totals);
  expect(await mixed.position()).toBe(pausedAt);
  expect(mixed.stale()).toBe(true);
  expect(await reads.stale(totals)).toBe(true);
});

test('after a switch, reads come from the other generation; a release that is not served any more reads its own, stale', async () => {
  const { reads, active, start } = await school();
  expect(await reads.get(tally(), '2')).toMatchObject({ completed: 2 });
  await active.stop();
  const next = await start({ projections: [tally(2), totals] });
  await next.projector.ready();
  expect(await reads.get(tally(2), '2')).toMatchObject({ completed: 4 });
  expect(await reads.get(tally(), '2')).toMatchObject({ completed: 2 });
  expect([await reads.stale(tally()), await reads.stale(tally(2))]).toEqual([true, false]);
});
