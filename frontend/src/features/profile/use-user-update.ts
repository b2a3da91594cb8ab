import { useDispatch } from 'react-redux';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import type { AppDispatch } from '../../api/store.ts';
import type { ArgOf } from '../../lib/calls.ts';
import { type SessionUser, setSessionUser } from '../../lib/session.ts';
import { toFailure } from '../../ui/error-text.ts';

export interface UserUpdate {
  /** The values of the fields that change as this person knows them. */
  was: Partial<SessionUser>;
  body: ArgOf<'updateUser'>['body'];
  /** The version of the account with those values; by default the one shown. */
  version?: number;
}

/**
 * Changes fields of one's own account and returns the account as it is then. Other fields changed meanwhile – here, or in another window – do not
 * matter; rejects with VERSION_CONFLICT where one of these has another value by now.
 */
export function useUserUpdate(user: SessionUser) {
  const [update, { isLoading }] = api.useUpdateUserMutation();
  const dispatch = useDispatch<AppDispatch>();
  const send = async (body: UserUpdate['body'], version: number): Promise<SessionUser> => {
    const record = await update({ id: user.id, body: command(body, { ifMatch: version }) }).unwrap();
    setSessionUser(record);
    return record;
  };
  const change = async ({ was, body, version = user.version }: UserUpdate): Promise<SessionUser> => {
    try {
      return await send(body, version);
    } catch (failure) {
      if (toFailure(failure).code !== 'VERSION_CONFLICT') throw failure;
      const now = await dispatch(api.endpoints.getUser.initiate(user.id, { forceRefetch: true, subscribe: false })).unwrap();
      const known: Partial<SessionUser> = now;
      const fields = Object.keys(was) as (keyof SessionUser)[];
      if (fields.some((field) => (known[field] ?? null) !== (was[field] ?? null))) throw failure;
      return send(body, now.version);
    }
  };
  return [change, isLoading] as const;
}
