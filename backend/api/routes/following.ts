import { type StreamCategory, streams } from '../../../events/streams.ts';
import { following, mayFollow } from '../../commands/identity/following.ts';
import { following as projection } from '../../projections/following.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import type { EventFilters } from '../contract/events.ts';
import { followingCalls as contract } from '../contract/following.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** Whose events these filters ask for: given by the account, by one of their streams, or by a field that names an account. */
export function followedBy({ quien, flujo, campo, valor }: Pick<EventFilters, 'quien' | 'flujo' | 'campo' | 'valor'>): number[] {
  const [, category = '', person] = /^([^-]*)-(\d{1,9})(?!\d)/.exec(flujo ?? '') ?? [];
  const theirs = category.includes('*') || (streams as Readonly<Record<string, StreamCategory>>)[category]?.about === 'person';
  return [
    ...(quien === undefined ? [] : [quien]),
    ...(person !== undefined && theirs ? [Number(person)] : []),
    ...(campo?.split('.').at(-1) === 'userId' && /^\d{1,9}$/.test(valor ?? '') ? [Number(valor)] : []),
  ];
}
/** Only somebody who has begun to follow this account, and still may, gets its events live. */
export async function demandFollowing({ commands }: Pick<Deps, 'commands'>, userId: number, call: Call): Promise<void> {
  const { state } = await commands.load(following, userId);
  if (!mayFollow(state, signedIn(call).userId, call.now.toISOString())) throw new ApiError('FOLLOW_NOT_ALLOWED');
}

/** One's own permission, and following somebody live. */
export function followingRoutes(implement: Implement, { commands }: Deps): void {
  implement(contract.ownFollowing, {
    async handle(_, call) {
      const doc = await call.reads.get(projection, String(signedIn(call).userId));
      const follows = doc?.follows ?? [];
      const people = await call.reads.getMany(users, [...new Set(follows.map(({ by }) => String(by)))]);
      const nameOf = (by: number) => {
        const person = people.get(String(by));
        return person ? shownName(person, 'everyone') : null;
      };
      return {
        ...{ permitido: doc?.allowed ?? false, desde: doc?.since ?? null },
        veces: follows.map(({ at, by, allowed }) => ({ fecha: at, nombre: nameOf(by), con_permiso: allowed })),
      };
    },
  });
  implement(contract.setFollowing, {
    async handle({ body: { permitido } }, call) {
      const { userId } = signedIn(call);
      const command = { type: permitido ? 'allow' : 'withdraw', userId } as const;
      call.wrote((await commands.handle(following, userId, command, call.context())).position);
      return { message: permitido ? 'Quien analiza puede seguir tu actividad en vivo' : 'Ya nadie que analiza sigue tu actividad en vivo' };
    },
  });
  implement(contract.beginFollowing, {
    async handle({ params: { userId }, body: { motivo } }, call) {
      const person = await call.reads.get(users, String(userId));
      if (!person || person.erased) throw new ApiError('USER_NOT_FOUND');
      const { userId: by, role } = signedIn(call);
      const command = {
        type: 'follow' as const,
        ...{ userId, by, now: call.now.toISOString() },
        // Nobody else learns of it here.
        ...{ free: person.role !== 'student', administrator: role === 'administrator', reason: motivo !== undefined },
      };
      call.wrote((await commands.handle(following, userId, command, call.context(motivo))).position);
      return { cursor: await commands.log.store.head() };
    },
  });
}
