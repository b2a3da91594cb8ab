import { calls } from 'virtual:calls';
import type { MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';
import type { QueryName } from '../../../backend/api/contract/all.ts';
import { type AnswerOf, type ArgOf, type CallName, requestOf } from '../lib/calls.ts';
import type { LiveBaseQuery } from '../live/live-queries.ts';
import { baseApi } from './base.ts';

type Definitions = {
  [Name in CallName]: Name extends QueryName
    ? QueryDefinition<ArgOf<Name>, LiveBaseQuery, 'Live', AnswerOf<Name>, 'api'>
    : MutationDefinition<ArgOf<Name>, LiveBaseQuery, 'Live', AnswerOf<Name>, 'api'>;
};

/** Every call of the contract as an endpoint with its hooks: `api.usePanelQuery(userId)`. topics.ts makes them live. */
export const api = baseApi.injectEndpoints({
  endpoints: (build) =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => {
        const query = (arg: unknown) => requestOf(call, arg);
        return [name, call.startsWith('GET ') ? build.query({ query }) : build.mutation({ query })];
      }),
    ) as unknown as Definitions,
});
