import { useEffect } from 'react';
import { follow } from './follow.ts';
import { loadSession } from './session.ts';

const nothingRead = () => null;

/**
 * Asks again who is signed in when something of that person changed, on whatever device; `userId` null: nobody is followed. `readAt`: the position of
 * what the page shows of the person; what is known of them is of the same moment, or later.
 */
export const useFollowSelf = (userId: number | null, readAt: () => string | null = nothingRead): void => {
  useEffect(() => {
    if (userId === null) return;
    const { follows } = reads.me;
    return follow({ follows, answer: { id: userId } }, () => void loadSession({ fresh: true }).catch(() => undefined), readAt);
  }, [userId, readAt]);
};
