import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { follow } from './follow.ts';
import { loadSession, type SessionUser, sessionReadAt } from './session.ts';

/**
 * Reads again who is signed in when something about that person changed, on any device; `userId` null: follows nobody. `readAt`: the position of
 * the page's data about the person; the record is at least as recent.
 */
export const useFollowSelf = (userId: number | null, readAt: () => string | null = sessionReadAt): void => {
  useEffect(() => {
    if (userId === null) return;
    const { follows } = reads.me;
    return follow({ follows, answer: { id: userId } }, () => void loadSession({ fresh: true }).catch(() => undefined), readAt);
  }, [userId, readAt]);
};

/**
 * For the shells: keeps the person's record current, whoever changed it (a role, a plan, an address confirmed on another device). After a change of
 * role the guards run again: a page that the person may no longer enter is left at once.
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
