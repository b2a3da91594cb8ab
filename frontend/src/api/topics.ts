import { aside, live as followed } from 'virtual:calls';
import type { FetchArgs, QueryDefinition } from '@reduxjs/toolkit/query';
import { topicsOf } from '../../../backend/api/contract/follows.ts';
import { moves } from '../../../backend/api/contract/moves.ts';
import type { Topic } from '../../../backend/api/contract/topics.ts';
import { getSessionUser } from '../lib/session.ts';
import type { LiveBaseQuery } from '../live/live-queries.ts';
import { api } from './api.ts';
import { live } from './base.ts';
import { type Patch, patches } from './patches.ts';

/** Makes every call live by the topics that the contract declares for it, with patches from `patches.ts`. The store imports this file. */
type Definition = QueryDefinition<unknown, LiveBaseQuery, 'Live', unknown, 'api'>;
const patchOf: Readonly<Record<string, Patch<unknown> | undefined>> = patches as unknown as Record<string, Patch<unknown>>;
const endpoints: Record<string, (definition: Definition) => void> = {};
for (const [call, { follows, pace, behind }] of Object.entries(followed))
  endpoints[call] = live<unknown, unknown>({
    topics: (arg, answer) => topicsOf(follows, arg, answer, getSessionUser()?.id),
    ignores: (change) => !moves(change, follows),
    ...(pace !== undefined && { pace }),
    ...(behind !== undefined && { behind }),
    ...patchOf[call],
  });
for (const call of aside)
  endpoints[call] = (definition) => {
    const { query } = definition;
    if (query) definition.query = (arg) => ({ ...(query(arg) as FetchArgs), keepalive: true, quiet: true });
  };

export const schoolApi = api.enhanceEndpoints({ endpoints: endpoints as object });

/** Reads again everything that depends on these topics; used where an optimistic mark turned out wrong. */
export const readAgain = (...topics: Topic[]) => schoolApi.util.invalidateTags(topics.map((id) => ({ type: 'Live' as const, id })));
