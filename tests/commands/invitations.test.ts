import { test } from 'vitest';
import { invitations } from '../../backend/commands/site/invitations.ts';
import { at, given } from '../support/deciderSpec.ts';

const FIRST = Date.parse('2026-03-02T17:00:00.000Z');
const after = (seconds: number) => FIRST + seconds * 1_000;
const open = (channelId: number | null, seconds: number) => ({ userId: 1, channelId, at: after(seconds) });
const fact = (channelId: number | null, first: boolean) => ({
  type: 'CommunityChannelOpened' as const,
  data: { userId: 1, channelId, first },
});
const opened = (channelId: number | null, seconds: number, first: boolean) =>
  at(new Date(after(seconds)).toISOString(), fact(channelId, first));

test('an invitation opened again within a minute is the same opening; after it another one, of somebody who is known', () => {
  given(invitations, [])
    .when(open(7, 0))
    .then([fact(7, true)]);
  given(invitations, [opened(7, 0, true)])
    .when(open(7, 59))
    .thenNothing();
  given(invitations, [opened(7, 0, true)])
    .when(open(7, 60))
    .then([fact(7, false)]);
});

test('another channel, and the main server, is another opening', () => {
  given(invitations, [opened(7, 0, true)])
    .when(open(8, 1))
    .then([fact(8, true)]);
  given(invitations, [opened(7, 0, true)])
    .when(open(null, 1))
    .then([fact(null, true)]);
  given(invitations, [opened(null, 0, true)])
    .when(open(null, 1))
    .thenNothing();
});

test('a clock that was set back a little counts nothing twice, and one that was set back far stops no counting', () => {
  given(invitations, [opened(7, 0, true)])
    .when(open(7, -10))
    .thenNothing();
  given(invitations, [opened(7, 0, true)])
    .when(open(7, -3_600))
    .then([fact(7, false)]);
});
