import type { Envelope, Role } from '../../../events/define.ts';
import type { IdentityEvent } from '../../../events/identity.ts';
import type { Position } from '../../../events/store/port.ts';
import { countAsAdministrator, leavingOf } from '../identity/administrators.ts';
import type { ReservationKind, Reservations } from '../identity/reservations.ts';
import { othersOpen, type SessionEndCause, sessions } from '../identity/sessions.ts';
import { sameAddress, sameName, user } from '../identity/user.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import { enrolment } from '../learning/enrolment.ts';
import type { LeadFinder, Leads } from '../site/leads.ts';

/** What the reactor needs of the vault. */
export interface AccountSecrets {
  endSessions(userId: number, except: string | null): Promise<void>;
  /** Those that began before (epoch milliseconds). Answers which ended. */
  endSessionsBefore(userId: number, at: number): Promise<string[]>;
  setSessionRole(userId: number, role: Role): Promise<void>;
  /** With it every passkey: no way in is left. */
  removePassword(userId: number): Promise<void>;
  /** Destroys the personal-data key and leaves a marker. */
  destroyKey(userId: number): Promise<void>;
}

/** Ends all of a person's sessions but `except`, in the vault first, then on record. Answers the position of the last event. */
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

const userIdOf = (event: Envelope): number => (event.data as { userId: number }).userId;

/** How the reactor looks up what a person left behind, once the read models have come to their erasure; without them, or where they answer null, in the whole log. */
export interface ErasureFinders {
  leads(event: Envelope): LeadFinder;
  courses(event: Envelope): (userId: number) => Promise<number[] | null>;
}

/** What follows for an account from what happened to it. The routes do most of it at once; here it is made sure of, also after a crash in between. */
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
  /** The value before a change, unless the person holds it still (only its case changed) or again (it was changed back since). */
  const releasePrevious = async (kind: ReservationKind, event: Envelope, context: CommandContext) => {
    const { previous } = event.data as { previous: string | null };
    const userId = userIdOf(event);
    const { state } = await commands.load(user, userId);
    const asked = kind === 'email' ? state.pendingEmail?.email : null;
    if (!sameName(kind, state[kind], previous) && !sameAddress(asked, previous))
      await release(kind, previous, userId, context, event.position);
  };
  /** An address that is asked for no longer, with nothing else to say about it. */
  const releaseAsked = (event: Envelope, context: CommandContext) => {
    const { email } = event.data as { email: string | null };
    return releasePrevious('email', { ...event, data: { userId: userIdOf(event), previous: email } }, context);
  };
  /** Whoever is an active administrator is on their list, also where the process died before it said so. */
  const listed = async (event: Envelope, context: CommandContext) => {
    const userId = userIdOf(event);
    const term = (await commands.load(user, userId)).state.administratorSince;
    if (term !== null) await countAsAdministrator(commands, { type: 'add', userId, term }, context);
  };
  /** Whoever had the account before its address was proved has no session in it, also where the process died before it ended them. Those begun since stay. */
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
      // What somebody was taken off the list for is done, under the id that it had, unless their time has ended already.
      async AdministratorRemoved({ data, meta }, context) {
        const { userId, term, ...rest } = data as Extract<IdentityEvent, { type: 'AdministratorRemoved' }>['data'];
        const by = leavingOf({ userId, term, ...rest });
        if (by === null || (await commands.load(user, userId)).state.administratorSince !== term) return;
        const reason = await log.reasonOf(meta);
        const asked = { ...context, commandId: meta.causationId, actor: meta.actor, ...(reason !== null && { reason }) };
        await commands.handle(user, userId, by, derived(asked, by.type), {
          check(now) {
            if (now.administratorSince !== term) throw new DomainError('CONFLICT');
          },
        });
      },
      PasswordHeld: endEarlier,
      async PasswordChanged(event, context) {
        if ((event.data as { by: string }).by === 'reset') await endEarlier(event, context);
      },
      async UserDeactivated(event, context) {
        await endSessions(commands, secrets, userIdOf(event), null, 'deactivated', context);
      },
      // The role as it is now: one that was taken back since must not return with a late event.
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
        // Who is gone takes no course any more; what they completed stays completed.
        for (const courseId of (await finders?.courses(event)(userId)) ?? (await enrolledIn(userId)))
          await leave(userId, courseId, context);
        // What they left as a visitor goes too. Which it is stands in the events, and can be read only until the key is gone.
        for (const { leadId } of await leads.ofPerson(userId, event.position, finders?.leads(event)))
          await leads.erase(leadId, derived(context, 'lead', leadId));
        // The names under which the person held reservations stand only in the events, and only until the key is gone.
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
