import type { Envelope, Role } from '../../../events/define.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { countAsAdministrator, leavingOf, orPutBack } from '../identity/administrators.ts';
import { providers } from '../identity/providers.ts';
import type { ReservationKind, Reservations } from '../identity/reservations.ts';
import { othersOpen, type SessionEndCause, sessions } from '../identity/sessions.ts';
import { isUnreadable, sameAddress, sameName, user } from '../identity/user.ts';
import { type VoucherTerms, voucherId, withdraws } from '../identity/vouchers.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, resumed } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import { enrolment } from '../learning/enrolment.ts';
import { platforms } from '../operations/platforms.ts';
import type { LeadFinder, Leads } from '../site/leads.ts';

/** The part of the vault that the reactor needs. */
export interface AccountSecrets {
  endSession(userId: number, sessionId: string): Promise<void>;
  endSessions(userId: number, except: string | null): Promise<void>;
  /** Ends those that began before (epoch milliseconds). Returns which. */
  endSessionsBefore(userId: number, at: number): Promise<string[]>;
  setSessionRole(userId: number, role: Role): Promise<void>;
  /** Removes every passkey too, so that no way to sign in is left. */
  removePassword(userId: number): Promise<void>;
  /** Destroys the personal key and leaves a marker. */
  destroyKey(userId: number): Promise<void>;
}

/** Ends all of a person's sessions but `except`, first in the vault, then in the log. Returns the position of the last event. */
export async function endSessions(
  commands: Commands,
  secrets: Pick<AccountSecrets, 'endSessions'>,
  userId: number,
  except: string | null,
  cause: SessionEndCause,
  context: CommandContext,
): Promise<Position | null> {
  await secrets.endSessions(userId, except);
  for (let round = 0; ; round += 1) {
    const id = derived(context, 'sessions', userId, ...(round === 0 ? [] : [round]));
    const { state, position } = await commands.handle(sessions, userId, { type: 'endAll', except, cause }, id);
    if (!othersOpen(state, except)) return position;
  }
}

/** Ends those of a person's sessions, but `except`, that the word of a company or of a learning platform opened: first in the vault, then in the log. */
export async function endVouched(
  commands: Commands,
  secrets: Pick<AccountSecrets, 'endSession'>,
  userId: number,
  except: string | null,
  context: CommandContext,
): Promise<Position | null> {
  const { state } = await commands.load(sessions, userId);
  let last: Position | null = null;
  for (const [sessionId, method] of state.open) {
    if (method !== 'company' || sessionId === except) continue;
    await secrets.endSession(userId, sessionId);
    const command = { type: 'end', sessionId, cause: 'revoked' } as const;
    last = (await commands.handle(sessions, userId, command, derived(context, 'session', sessionId))).position;
  }
  return last;
}

const userIdOf = (event: Envelope): number => (event.data as { userId: number }).userId;

/** How the reactor finds what an erased person left, in read models that have reached the erasure; without them, or where they return null, in the whole log. */
export interface ErasureFinders {
  leads(event: Envelope): LeadFinder;
  courses(event: Envelope): (userId: number) => Promise<number[] | null>;
}

/** The consequences of account events. The routes do most of them at once; the reactor makes sure of them, also after a crash in between. */
export function accountReactor(
  commands: Commands,
  reservations: Reservations,
  secrets: AccountSecrets,
  leads: Pick<Leads, 'erase' | 'ofPerson'>,
  finders?: ErasureFinders,
): Reactor {
  const { log } = commands;
  const release = async (kind: ReservationKind, value: string | null, userId: number, context: CommandContext, before?: Position) => {
    if (value !== null) await reservations.release(kind, value, userId, derived(context, kind), before);
  };
  /** The previous value, unless the person still has it (only its case changed) or has it again (it was changed back). */
  const releasePrevious = async (kind: ReservationKind, event: Envelope, context: CommandContext) => {
    const { previous } = event.data as { previous: string | null };
    const userId = userIdOf(event);
    const { state } = await commands.load(user, userId);
    const asked = kind === 'email' ? state.pendingEmail?.email : null;
    if (!isUnreadable(state, kind) && !sameName(kind, state[kind], previous) && !sameAddress(asked, previous))
      await release(kind, previous, userId, context, event.position);
  };
  /** An address that is no longer requested, where no other event is written about it. */
  const releaseAsked = (event: Envelope, context: CommandContext) => {
    const { email } = event.data as { email: string | null };
    return releasePrevious('email', { ...event, data: { userId: userIdOf(event), previous: email } }, context);
  };
  /** What no longer vouches for people keeps nobody signed in: whoever runs it may have been anybody, and may have unlinked it from an account to stay in it. */
  const silenced = async (event: Envelope, context: CommandContext) => {
    const vouching = voucherId(event.data as VoucherTerms);
    const people = new Set<number>();
    for await (const { data } of log.store.readAll(null, { types: ['OutsideIdentityLinked'] }))
      if (data['providerId'] === vouching) people.add(Number(data['userId']));
    for (const userId of people) await endVouched(commands, secrets, userId, null, context);
  };
  /** Where a change takes away something by which people came in, nobody stays in on it. */
  const narrowed = (decider: typeof providers | typeof platforms) => async (event: Envelope, context: CommandContext) => {
    const after = event.data as VoucherTerms;
    let state = decider.initial();
    for await (const past of log.readStream(event.stream)) {
      if (past.id === event.id) break;
      state = decider.evolve(state as never, past as never);
    }
    const before = state.get(voucherId(after));
    if (before && withdraws(before, after)) await silenced(event, context);
  };
  /** An active administrator must be on the list, even where the process died before adding them. */
  const listed = async (event: Envelope, context: CommandContext) => {
    const userId = userIdOf(event);
    const term = (await commands.load(user, userId)).state.administratorSince;
    if (term !== null) await countAsAdministrator(commands, { type: 'add', userId, term }, context);
  };
  /** Sessions from before the address was confirmed are ended, even where the process died before that. Later ones stay. */
  const endEarlier = async (event: Envelope, context: CommandContext) => {
    const userId = userIdOf(event);
    for (const sessionId of await secrets.endSessionsBefore(userId, Date.parse(event.meta.occurredAt)))
      await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'passwordChanged' }, derived(context, 'session', sessionId));
  };
  const enrolledIn = async (userId: number): Promise<number[]> => {
    const found = new Set<number>();
    for await (const { data } of log.store.readAll(null, { types: ['LearnerEnrolled'] }))
      if (data.userId === userId) found.add(data.courseId as number);
    return [...found];
  };
  const leave = (userId: number, courseId: number, context: CommandContext) =>
    commands.handle(enrolment, `${userId}_${courseId}`, { type: 'unenrol', userId, courseId }, derived(context, 'leave', courseId));
  return {
    name: 'accounts',
    on: {
      async LearnerEnrolled({ data }, context) {
        const { userId, courseId } = data as { userId: number; courseId: number };
        // On its way when they were erased.
        if ((await commands.load(user, userId)).state.status === 'erased') await leave(userId, courseId, context);
      },
      UserRegistered: async (event, context) => {
        if ((event.data as { role: Role }).role === 'administrator') await listed(event, context);
      },
      UserActivated: listed,
      // Completes, under its original id, the command for which somebody was taken off the list, unless their period has ended already.
      async AdministratorRemoved({ data, meta }, context) {
        const removed = data as DataOf<'AdministratorRemoved'>;
        const { userId, term, ifEvents } = removed;
        const by = leavingOf(removed);
        if (by === null || (await commands.load(user, userId)).state.administratorSince !== term) return;
        const reason = await log.reasonOf(meta);
        const asked = resumed(context, { commandId: meta.causationId, actor: meta.actor, ...(reason !== null && { reason }) });
        const change = () =>
          commands.handle(user, userId, by, derived(asked, by.type), {
            check(now, events) {
              if (now.administratorSince !== term) throw new DomainError('CONFLICT');
              if (ifEvents !== null && events !== ifEvents) throw new DomainError('VERSION_CONFLICT');
            },
          });
        // Where the condition of the removal does not hold any more the command is not completed, and nothing is left to do.
        await orPutBack(commands, { userId, term, ifEvents }, asked, change).catch((error: unknown) => {
          if (!(error instanceof DomainError && error.code === 'VERSION_CONFLICT')) throw error;
        });
      },
      PasswordHeld: endEarlier,
      async PasswordChanged(event, context) {
        if ((event.data as { by: string }).by === 'reset') await endEarlier(event, context);
      },
      async UserDeactivated(event, context) {
        await endSessions(commands, secrets, userIdOf(event), null, 'deactivated', context);
      },
      IdentityProviderChanged: narrowed(providers),
      IdentityProviderPaused: silenced,
      IdentityProviderRemoved: silenced,
      PlatformChanged: narrowed(platforms),
      PlatformPaused: silenced,
      PlatformRemoved: silenced,
      // The present role: a role that was withdrawn since must not return with a late event.
      async RoleChanged(event, context) {
        const { state } = await commands.load(user, userIdOf(event));
        await secrets.setSessionRole(state.userId, state.role);
        await listed(event, context);
      },
      EmailChanged: (event, context) => releasePrevious('email', event, context),
      EmailChangeRequested: (event, context) => releasePrevious('email', event, context),
      EmailChangeCancelled: releaseAsked,
      UsernameChanged: (event, context) => releasePrevious('username', event, context),
      async UserErased(event, context) {
        const userId = userIdOf(event);
        await endSessions(commands, secrets, userId, null, 'erased', context);
        // An erased person is unenrolled from their courses; what they completed stays completed.
        for (const courseId of (await finders?.courses(event)(userId)) ?? (await enrolledIn(userId)))
          await leave(userId, courseId, context);
        // Contacts that they left as a visitor are erased too. Which they are is in the events, which can be read only until the key is destroyed.
        for (const { leadId } of await leads.ofPerson(userId, event.position, finders?.leads(event)))
          await leads.erase(leadId, derived(context, 'lead', leadId));
        // The names that the person had reserved are only in the events, and can be read only until the key is destroyed.
        const held: Record<ReservationKind, string | null> = { email: null, username: null };
        let asked: string | null = null;
        for await (const past of log.readStream(`user-${userId}`)) {
          const data = past.data as { email?: string | null; username?: string | null };
          if (past.type === 'EmailChangeRequested') asked = data.email ?? null;
          else if (data.email && past.type !== 'EmailChangeCancelled') held.email = data.email;
          if (data.username) held.username = data.username;
        }
        await release('email', held.email, userId, context);
        if (!sameAddress(asked, held.email)) await release('email', asked, userId, derived(context, 'asked'));
        await release('username', held.username, userId, context);
        await secrets.removePassword(userId);
        await secrets.destroyKey(userId);
      },
    },
  };
}
