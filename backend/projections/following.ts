import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface FollowingDoc {
  userId: number;
  allowed: boolean;
  /** Since when it is as it is; null: nobody ever chose. */
  since: string | null;
  /** Who followed them live, the newest first. */
  follows: { at: string; by: number; allowed: boolean }[];
}

const LISTED = 20;
const key = ({ data }: { data: { userId: number } }) => String(data.userId);
const before = (doc: FollowingDoc | null, userId: number): FollowingDoc => doc ?? { userId, allowed: false, since: null, follows: [] };

/** Whether each person lets themselves be followed live, and who did. */
export const following: Projection<FollowingDoc, StreamEvent<'following'>> = {
  name: 'following',
  version: 1,
  on: {
    LiveFollowingAllowed: {
      key,
      evolve: (doc, { data, meta }) => ({ ...before(doc, data.userId), allowed: true, since: meta.occurredAt }),
    },
    LiveFollowingWithdrawn: {
      key,
      evolve: (doc, { data, meta }) => ({ ...before(doc, data.userId), allowed: false, since: meta.occurredAt }),
    },
    LiveFollowingBegun: {
      key,
      evolve(doc, { data: { userId, by, allowed }, meta }) {
        const was = before(doc, userId);
        return { ...was, follows: [{ at: meta.occurredAt, by, allowed }, ...was.follows].slice(0, LISTED) };
      },
    },
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (id) => [{ topic: `seguimiento:${id}`, id }],
};
