import { useEffect } from 'react';
import { followTopics } from './follow-topics.ts';
import { loadSession } from './session.ts';

/** Asks again who is signed in when something of that person changed, on whatever device; `userId` null: nobody is followed. */
export const useFollowSelf = (userId: number | null): void => {
  useEffect(() => {
    if (userId === null) return;
    return followTopics(
      [`usuario:${userId}`],
      () => void loadSession({ fresh: true }).catch(() => undefined),
      () => null,
    );
  }, [userId]);
};
