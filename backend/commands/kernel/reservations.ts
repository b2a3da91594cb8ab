import { createHmac } from 'node:crypto';
import { VersionConflict } from '../../../events/store/port.ts';
import type { Decider } from './decider.ts';
import { DomainError } from './errors.ts';
import { type CommandContext, type Commands, derived, metadataOf } from './handle.ts';

/**
 * Unique values by reservation: one stream per value, named by an HMAC of it whose key never rotates. A reservation names its user.
 * A registration that died between reserving and registering is found by its age: whoever finds such a reservation first appends
 * `RegistrationAbandoned` to that `user-<id>` (expecting none), so that a slow rival conflicts, and then takes the value over.
 */
export type ReservationKind = 'email' | 'username';

interface State {
  holder: number | null;
  since: string | null;
}
type Command = { type: 'reserve'; userId: number; takeOverFrom: number | null } | { type: 'release'; userId: number };
type Event = { type: 'EmailReserved' | 'EmailReleased' | 'UsernameReserved' | 'UsernameReleased'; data: { userId: number } };

const reservation = (kind: ReservationKind, takenCode: string): Decider<State, Command, Event> => {
  const name = kind === 'email' ? 'Email' : 'Username';
  return {
    category: kind,
    initial: () => ({ holder: null, since: null }),
    decide(command, state) {
      if (command.type === 'release')
        return state.holder === command.userId ? [{ type: `${name}Released`, data: { userId: command.userId } }] : [];
      if (state.holder === command.userId) return [];
      if (state.holder !== null && state.holder !== command.takeOverFrom) throw new DomainError(takenCode);
      return [{ type: `${name}Reserved`, data: { userId: command.userId } }];
    },
    evolve: (_, event) =>
      event.type.endsWith('Reserved') ? { holder: event.data.userId, since: event.meta.occurredAt } : { holder: null, since: null },
  };
};

export const reservations = { email: reservation('email', 'EMAIL_TAKEN'), username: reservation('username', 'USERNAME_TAKEN') } as const;

/** E-mails and usernames are compared without case, accents composed. */
export const normalise = (value: string): string => value.trim().normalize('NFC').toLocaleLowerCase('es-MX');

const ABANDONED_AFTER_MS = 60_000;

export interface Reservations {
  /**
   * Answers how often the value has changed hands: a number that is another after each release.
   * Throws DomainError EMAIL_TAKEN or USERNAME_TAKEN when a living user (or a registration under a minute old) holds it.
   */
  reserve(kind: ReservationKind, value: string, userId: number, context: CommandContext): Promise<number>;
  release(kind: ReservationKind, value: string, userId: number, context: CommandContext): Promise<void>;
  /** Who holds the value, whether or not that user is registered already. */
  holder(kind: ReservationKind, value: string): Promise<number | null>;
}

export function createReservations(commands: Commands, hmacKey: Uint8Array): Reservations {
  const idOf = (kind: ReservationKind, value: string) =>
    createHmac('sha256', hmacKey)
      .update(`${kind}\u0000${normalise(value)}`)
      .digest('hex')
      .slice(0, 40);

  /** True when the holder can never become a user any more: it did not register, and now cannot. */
  const abandon = async (holder: number, since: string, context: CommandContext): Promise<boolean> => {
    for await (const event of commands.log.readStream(`user-${holder}`)) {
      return event.type === 'RegistrationAbandoned' || event.type === 'UserErased';
    }
    if (context.now.getTime() - Date.parse(since) < ABANDONED_AFTER_MS) return false;
    try {
      await commands.log.append(
        `user-${holder}`,
        'none',
        [{ type: 'RegistrationAbandoned', data: { userId: holder } }],
        metadataOf(derived(context, 'abandon', holder)),
      );
      return true;
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      throw error;
    }
  };

  return {
    async reserve(kind, value, userId, context) {
      const decider = reservations[kind];
      const id = idOf(kind, value);
      const { state, version } = await commands.load(decider, id);
      const takeOverFrom =
        state.holder !== null && state.holder !== userId && state.since && (await abandon(state.holder, state.since, context))
          ? state.holder
          : null;
      // The version is part of the id: a command that comes again after its reservation was released must reserve again, not be answered as then.
      return (await commands.handle(decider, id, { type: 'reserve', userId, takeOverFrom }, derived(context, kind, id, userId, version)))
        .version;
    },
    async release(kind, value, userId, context) {
      const id = idOf(kind, value);
      await commands.handle(reservations[kind], id, { type: 'release', userId }, derived(context, 'release', kind, id, userId));
    },
    async holder(kind, value) {
      return (await commands.load(reservations[kind], idOf(kind, value))).state.holder;
    },
  };
}
