import { expect, test } from 'vitest';
import { FOLLOW_MS, type FollowingCommand, following, mayFollow } from '../../backend/commands/identity/following.ts';
import { GrowingMap } from '../../backend/commands/kernel/growing.ts';
import { given } from '../support/deciderSpec.ts';

const NOW = '2026-11-28T18:00:00.000Z';
const ana = { userId: 1 };
const allowed = { type: 'LiveFollowingAllowed' as const, data: ana };
const withdrawn = { type: 'LiveFollowingWithdrawn' as const, data: ana };
const begun = (by: number, byPermission: boolean) => ({
  type: 'LiveFollowingBegun' as const,
  data: { ...ana, by, allowed: byPermission },
});
const follow = (more: Partial<Extract<FollowingCommand, { type: 'follow' }>> = {}): FollowingCommand => ({
  ...{ type: 'follow', ...ana, by: 7, free: false, administrator: false, reason: false, now: NOW },
  ...more,
});

// rows: M03
test('a learner is followed live by who has their permission; an administrator otherwise for a reason; both are on record', () => {
  given(following, []).when(follow()).thenRefused('FOLLOW_NOT_ALLOWED');
  given(following, [allowed])
    .when(follow())
    .then([begun(7, true)]);
  given(following, [allowed, withdrawn]).when(follow()).thenRefused('FOLLOW_NOT_ALLOWED');
  given(following, [])
    .when(follow({ administrator: true }))
    .thenRefused('REASON_REQUIRED');
  given(following, [])
    .when(follow({ administrator: true, reason: true }))
    .then([begun(7, false)]);
  // Who does not learn here.
  given(following, [])
    .when(follow({ free: true }))
    .then([begun(7, false)]);
  // A reason of somebody else changes nothing.
  given(following, [])
    .when(follow({ reason: true }))
    .thenRefused('FOLLOW_NOT_ALLOWED');
  given(following, [allowed])
    .when({ type: 'allow', ...ana })
    .thenNothing();
  given(following, [])
    .when({ type: 'withdraw', ...ana })
    .thenNothing();
});

// rows: M03
test('what was begun by permission ends with it, what was begun for a reason after twelve hours', () => {
  const state = (isAllowed: boolean, bound: boolean) => ({
    allowed: isAllowed,
    begun: new GrowingMap<number, { at: string; bound: boolean }>().with(7, { at: NOW, bound }),
  });
  expect(mayFollow(state(true, true), 7, NOW)).toBe(true);
  expect(mayFollow(state(true, true), 8, NOW)).toBe(false);
  expect(mayFollow(state(false, true), 7, NOW)).toBe(false);
  expect(mayFollow(state(false, false), 7, NOW)).toBe(true);
  expect(mayFollow(state(true, true), 7, new Date(Date.parse(NOW) + FOLLOW_MS).toISOString())).toBe(false);
});
