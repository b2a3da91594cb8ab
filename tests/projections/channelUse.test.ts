import { test } from 'vitest';
import { channelUse } from '../../backend/projections/channelUse.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const opened = (userId: number, channelId: number | null, first: boolean) => given('CommunityChannelOpened', { userId, channelId, first });
const use = [opened(1, 3, true), opened(2, 3, true), opened(1, 3, false), opened(1, 4, true), opened(2, null, true)];
const counted = {
  channels: {
    '3': { opened: 3, people: 2, lastAt: timeOf(2) },
    '4': { opened: 1, people: 1, lastAt: timeOf(3) },
    principal: { opened: 1, people: 1, lastAt: timeOf(4) },
  },
};

test('openings, people and the last time, for each channel and the main server', () => {
  givenEvents(channelUse, use).thenDocs({ uso: counted }).thenChange('comunidad', { id: 'uso', op: 'put', version: 5 });
});

test('an erasure lowers no count of openings of channels', () => {
  givenEvents(channelUse, [...use, given('UserErased', { userId: 1 })]).thenDocs({ uso: counted });
});

everyTypeIsCovered(channelUse);
