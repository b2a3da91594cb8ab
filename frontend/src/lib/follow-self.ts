import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { follow } from './follow.ts';
import { loadSession, type SessionUser, sessionReadAt } from './session.ts';

/**
 * Asks again who is signed in when something of that person changed, on whatever device; `userId` null: nobody is followed. `readAt`: the position of
 * what the page shows of the person; what is known of them is of the same moment, or later.
 */
export const useFollowSelf = (userId: number | null, readAt: () => string | null = sessionReadAt): void => {
  useEffect(() => {
    if (userId === null) return;
    const { follows } = reads.me;
    return follow({ follows, answer: { id: userId } }, () => void loadSession({ fresh: true }).catch(() => undefined), readAt);
  }, [userId, readAt]);
};

/**
 * For the shells: the person's record stands as it is now, whoever changed it (a role, a plan, an address confirmed on another device). With another
 * role the guards look again: a page that it may not enter is left at once.
 */
export const useOwnRights = ({ id, user_role }: Pick<SessionUser, 'id' | 'user_role'>): void => {
  useFollowSelf(id);
  const { revalidate } = useRevalidator();
  const before = useRef(user_role);
  useEffect(() => {
    if (before.current === user_role) return;
    before.current = user_role;
    void revalidate();
  }, [user_role, revalidate]);
};
