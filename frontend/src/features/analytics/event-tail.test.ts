import { expect, it } from 'vitest';
import type { FoundEvent } from '../../../../backend/api/contract/events.ts';
import { followed, KEPT, nothingYet, readOn, SHOWN } from './event-tail.ts';

const events = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: String(from + at) }) as FoundEvent);
const ids = (of: readonly FoundEvent[]) => of.map(({ id }) => Number(id));

it('shows what came, the newest first, and counts the last minute', () => {
  const first = followed(nothingYet, { came: events(0, 2), at: 0, behind: true });
  expect(first).toMatchObject({ behind: true, counts: [{ at: 0, count: 2 }] });
  const later = followed(first, { came: events(2, 1), at: 60_001, behind: false });
  expect(ids(later.events)).toEqual([2, 1, 0]);
  expect(later).toMatchObject({ behind: false, counts: [{ at: 60_001, count: 1 }] });
});

it('keeps what comes while it is paused, says what it could not keep, and shows it afterwards', () => {
  let state = followed(followed(nothingYet, { came: events(0, 1), at: 0, behind: false }), { paused: true });
  state = followed(state, { came: events(1, 3), at: 1, behind: false });
  expect(ids(state.events)).toEqual([0]);
  expect(ids(state.waiting)).toEqual([3, 2, 1]);
  expect(ids(followed(state, { paused: false }).events)).toEqual([3, 2, 1, 0]);
  const flooded = followed(state, { came: events(4, KEPT), at: 2, behind: true });
  expect(flooded).toMatchObject({ left: 3 });
  expect(flooded.waiting).toHaveLength(KEPT);
  const shown = followed(flooded, { paused: false });
  expect(shown.events).toHaveLength(SHOWN);
  expect(ids(shown.events)[0]).toBe(KEPT + 3);
  expect(shown).toMatchObject({ waiting: [], left: 0 });
});

it('keeps what it shows while the log cannot be asked', () => {
  const shown = followed(nothingYet, { came: events(0, 1), at: 0, behind: false });
  const lost = followed(shown, { error: new Error('gone') });
  expect(lost.events).toEqual(shown.events);
  expect(followed(lost, { came: [], at: 1, behind: false }).error).toBeNull();
});

it('reads what comes fast for a second before it is shown, and loses nothing where the school goes away meanwhile', async () => {
  let now = 0;
  const pages = (count: number, each: number) => async (from: string | null) => {
    const at = Number(from ?? 0);
    if (at >= count) throw new Error('gone');
    now += each;
    return { eventos: events(at, 1), cursor: String(at + 1), fin: at === count - 1 };
  };
  const clock = () => now;
  const soon = await readOn(pages(3, 10), null, clock);
  expect([ids(soon.came), soon.cursor, soon.behind]).toEqual([[0, 1, 2], '3', false]);
  const long = await readOn(pages(100, 400), null, clock);
  expect([ids(long.came), long.cursor, long.behind]).toEqual([[0, 1, 2], '3', true]);
  let broken = 0;
  const lost = await readOn(
    async (from) => {
      if (++broken === 3) throw new Error('gone');
      return { ...(await pages(9, 10)(from)), fin: false };
    },
    '5',
    clock,
  );
  expect([ids(lost.came), lost.cursor, lost.behind]).toEqual([[5, 6], '7', true]);
  await expect(readOn(pages(0, 10), null, clock)).rejects.toThrow('gone');
});
