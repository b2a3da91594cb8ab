import { isDeepStrictEqual } from 'node:util';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

export type CommentRules = StreamEvent<'commentrules'>['data'];

/** What the school says about comments until somebody says otherwise. */
export const usualRules: CommentRules = { urgentAbove: 1, slowSeconds: 0, editMinutes: 15 };

/** The school's rules for comments, one object; stream `commentrules-school`. What a command does not name stays as it is. */
export const commentRules: Decider<CommentRules, Partial<CommentRules>, StreamEvent<'commentrules'>> = {
  category: 'commentrules',
  initial: () => usualRules,
  decide(changes, state) {
    const data = { ...state, ...changes };
    return isDeepStrictEqual(data, state) ? [] : [{ type: 'CommentRulesSet', data }];
  },
  evolve: (_, { data }) => data,
};
