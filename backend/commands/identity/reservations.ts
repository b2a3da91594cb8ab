import { createHmac } from 'node:crypto';
import { type Position, VersionConflict } from '../../../events/store/port.ts';
import type { Decider } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, metadataOf } from '../kernel/handle.ts';
import { normalise } from '../kernel/values.ts';
import {
  emailChangeStands,
  isAbandoned,
  isUnreadable,
  keysOf,
  type Reservation,
  sameAddress,
  sameName,
  type UserState,
  user,
} from './user.ts';

/**
 * Unique values by reservation: one stream per value, named by an HMAC of it whose key never rotates. A reservation names its user and is valid
 * while that user's own stream confirms it. After a minute without that, it was left by a process that died between two appends:
 * the next one to want the value first records this in `user-<id>` (`RegistrationAbandoned` expecting none, or `ReservationAbandoned`), so that a
 * slow rival is refused, and then takes the value over.
 */
export type ReservationKind = 'email' | 'username';

interface State {
  holder: number | null;
  since: string | null;
  /** The count of events; while there is a holder, the last event's number is the reservation's number. */
  count: number;
}
/** `over`: the number of an abandoned reservation; `number`: release only this one. */
type Command = { type: 'reserve'; userId: number; over: number | null } | { type: 'release'; userId: number; number: number };
type Event = { type: 'EmailReserved' | 'EmailReleased' | 'UsernameReserved' | 'UsernameReleased'; data: { userId: number } };

const takenCodes = { email: 'EMAIL_TAKEN', username: 'USERNAME_TAKEN' } as const;

const reservation = (kind: ReservationKind): Decider<State, Command, Event> => {
  const name = kind === 'email' ? 'Email' : 'Username';
  return {
    category: kind,
    initial: () => ({ holder: null, since: null, count: 0 }),
    decide(command, state) {
      if (command.type === 'release')
        return state.holder === command.userId && state.count === command.number
          ? [{ type: `${name}Released`, data: { userId: command.userId } }]
          : [];
      if (state.holder !== null && state.count !== command.over) {
        if (state.holder === command.userId) return [];
        throw new DomainError(takenCodes[kind]);
      }
      return [{ type: `${name}Reserved`, data: { userId: command.userId } }];
    },
    evolve: ({ count }, event) =>
      event.type.endsWith('Reserved')
        ? { holder: event.data.userId, since: event.meta.occurredAt, count: count + 1 }
        : { holder: null, since: null, count: count + 1 },
  };
};

export const reservations = { email: reservation('email'), username: reservation('username') } as const;

const ABANDONED_AFTER_MS = 60_000;

/** The id of the stream that reserves a name under one of its keys. */
export const reservedAs = (hmacKey: Uint8Array, kind: ReservationKind, key: string): string =>
  createHmac('sha256', hmacKey).update(`${kind}\u0000${key}`).digest('hex').slice(0, 40);

export function createReservations(commands: Commands, hmacKey: Uint8Array) {
  const named = (kind: ReservationKind, key: string) => reservedAs(hmacKey, kind, key);
  type Ids = [string, ...string[]];
  /** The keys under which a name is reserved: each is a stream of its own. */
  const presentIdsOf = (kind: ReservationKind, value: string) => [...new Set(keysOf[kind](value))].map((key) => named(kind, key)) as Ids;
  /** The keys under which earlier releases reserved it: they ignored look-alikes and different spellings of one address. */
  const idsOf = (kind: ReservationKind, value: string) =>
    [...new Set([...presentIdsOf(kind, value), named(kind, normalise(value))])] as Ids;

  /** A requested address is reserved too, as long as it may still be confirmed; so is whatever is reserved for somebody whose own cannot be read. */
  const bearsOut = (person: UserState, kind: ReservationKind, name: string, now: Date): boolean => {
    const pending = kind === 'email' ? person.pendingEmail : null;
    return (
      isUnreadable(person, kind) ||
      sameName(kind, person[kind], name) ||
      (pending !== null && sameAddress(pending.email, name) && emailChangeStands(pending, now))
    );
  };
  const isOver = (person: UserState, reserved: Reservation): boolean =>
    person.status === 'abandoned' || person.status === 'erased' || isAbandoned(person, reserved);
  const isYoung = ({ since }: State, now: Date): boolean => now.getTime() - Date.parse(since ?? '') < ABANDONED_AFTER_MS;

  /** Makes sure that the holder can no longer get the name through this reservation. Returns whether that is so. */
  const abandon = async (
    kind: ReservationKind,
    name: string,
    person: UserState,
    holder: number,
    reserved: Reservation,
    context: CommandContext,
  ): Promise<boolean> => {
    const abandoning = derived(context, 'abandon', holder, reserved.value, reserved.number);
    if (person.status !== 'none') {
      const pending = person.pendingEmail;
      const expired = pending && !emailChangeStands(pending, context.now) ? pending.event : null;
      const command = { type: 'abandonReservation', kind, name, reservation: reserved, expired } as const;
      return isOver((await commands.handle(user, holder, command, abandoning)).state, reserved);
    }
    try {
      const event = { type: 'RegistrationAbandoned', data: { userId: holder } };
      await commands.log.append(`user-${holder}`, 'none', [event], metadataOf(abandoning));
      return true;
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      throw error;
    }
  };

  const takenBy = async (kind: ReservationKind, value: string, name: string, userId: number | null, now: Date): Promise<boolean> => {
    const { state } = await commands.load(reservations[kind], value);
    if (state.holder === null || state.holder === userId) return false;
    const { state: person } = await commands.load(user, state.holder);
    return !isOver(person, { value, number: state.count }) && (bearsOut(person, kind, name, now) || isYoung(state, now));
  };

  /** One of the streams in which the name is reserved. */
  const reserveOne = async (
    kind: ReservationKind,
    name: string,
    value: string,
    userId: number,
    context: CommandContext,
  ): Promise<Reservation> => {
    const decider = reservations[kind];
    const { state: before, version } = await commands.load(decider, value);
    const current = { value, number: before.count };
    let passed = false;
    if (before.holder !== null) {
      const { state: person } = await commands.load(user, before.holder);
      if (isOver(person, current)) passed = true;
      else if (bearsOut(person, kind, name, context.now)) passed = false;
      // A change gets a reservation of its own: the previous one may be about to be released.
      else if (before.holder === userId) passed = person.status !== 'none';
      else passed = !isYoung(before, context.now) && (await abandon(kind, name, person, before.holder, current, context));
    }
    // The version is part of the id: a command repeated after its reservation was released must reserve again, and not get the earlier answer.
    const reserving = derived(context, kind, value, userId, version);
    const command = { type: 'reserve', userId, over: passed ? before.count : null } as const;
    const { state } = await commands.handle(decider, value, command, reserving);
    if (state.holder !== userId) throw new DomainError(takenCodes[kind]);
    return { value, number: state.count };
  };

  return {
    /**
     * Returns the reservations with which the user now holds the name: new ones after each release and for each change. An address has one.
     * Throws DomainError EMAIL_TAKEN or USERNAME_TAKEN where the name is another's, or was reserved by another less than a minute ago. Where a later
     * reservation is refused, the earlier ones stay unconfirmed and are taken over like any abandoned one.
     */
    async reserve(kind: ReservationKind, name: string, userId: number, context: CommandContext): Promise<[Reservation, ...Reservation[]]> {
      const [first, ...others] = presentIdsOf(kind, name);
      for (const id of idsOf(kind, name).slice(1))
        if (await takenBy(kind, id, name, userId, context.now)) throw new DomainError(takenCodes[kind]);
      const reserved: [Reservation, ...Reservation[]] = [await reserveOne(kind, name, first, userId, context)];
      for (const id of others) reserved.push(await reserveOne(kind, name, id, userId, context));
      return reserved;
    },
    /** `before`: only a reservation older than this position; a later one is for a change that is under way. */
    async release(kind: ReservationKind, name: string, userId: number, context: CommandContext, before?: Position): Promise<void> {
      for (const value of idsOf(kind, name)) {
        const { state, position } = await commands.load(reservations[kind], value);
        if (state.holder !== userId || (before !== undefined && position !== null && position > before)) continue;
        const command = { type: 'release', userId, number: state.count } as const;
        await commands.handle(reservations[kind], value, command, derived(context, 'release', kind, value, userId, state.count));
      }
    },
    /**
     * Who holds the value, registered or not. The exact spelling comes first: where the addresses of two people are now considered the same, each
     * is found by their own.
     */
    async holders(kind: ReservationKind, name: string): Promise<number[]> {
      const found = new Set<number>();
      for (const value of idsOf(kind, name).toReversed()) {
        const { holder } = (await commands.load(reservations[kind], value)).state;
        if (holder !== null) found.add(holder);
      }
      return [...found];
    },
    /** Whether `reserve` would refuse it to `userId` (null: to a new account). */
    async taken(kind: ReservationKind, name: string, userId: number | null, now: Date): Promise<boolean> {
      for (const value of idsOf(kind, name)) if (await takenBy(kind, value, name, userId, now)) return true;
      return false;
    },
    /**
     * Reserves a person's names under the keys of this release, where another release used other keys. Returns the kinds for which another person
     * was first: that person's reservation stays as it was.
     */
    async reserveAnew(userId: number, context: CommandContext): Promise<ReservationKind[]> {
      const { state } = await commands.load(user, userId);
      if (state.status !== 'active' && state.status !== 'inactive') return [];
      const pending = state.pendingEmail !== null && emailChangeStands(state.pendingEmail, context.now) ? state.pendingEmail.email : null;
      const others: ReservationKind[] = [];
      for (const [kind, name] of [
        ['email', state.email],
        ['email', pending],
        ['username', state.username],
      ] as const) {
        if (name === null) continue;
        for (const id of presentIdsOf(kind, name)) {
          if ((await commands.load(reservations[kind], id)).state.holder === userId) continue;
          try {
            await reserveOne(kind, name, id, userId, context);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            if (!others.includes(kind)) others.push(kind);
          }
        }
      }
      return others;
    },
  };
}

export type Reservations = ReturnType<typeof createReservations>;
