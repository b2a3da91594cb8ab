import type { Position } from '../../../events/store/port.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber } from '../kernel/numbers.ts';
import { mailAddress } from '../kernel/values.ts';
import { countAsAdministrator, type Leaving, orPutBack } from './administrators.ts';
import type { Reservations } from './reservations.ts';
import { emailChangeStands, type Registration, type Reservation, sameAddress, type UserCommand, type UserState, user } from './user.ts';

/** Commands about people that involve several streams. Each step has an id of its own, so that the whole command can be repeated. */
export function createAccounts(commands: Commands, reservations: Reservations) {
  const run = (userId: number, command: UserCommand, context: CommandContext, options?: HandleOptions<UserState>) =>
    commands.handle(user, userId, command, derived(context, command.type), options);

  const counted = async (userId: number, { administratorSince: term }: UserState, context: CommandContext) => {
    if (term !== null) await countAsAdministrator(commands, { type: 'add', userId, term }, context);
  };

  /** Reserves another value, then changes to it; does nothing where it is the present one. */
  const replaced = async (
    kind: 'email' | 'username',
    userId: number,
    value: string,
    context: CommandContext,
    options: HandleOptions<UserState> | undefined,
    change: (state: UserState, reserved: [Reservation, ...Reservation[]]) => ReturnType<typeof run>,
  ): Promise<Position | null> => {
    const { state, version, position } = await commands.load(user, userId);
    options?.check?.(state, version + 1);
    if (state[kind] === value) return position;
    return (await change(state, await reservations.reserve(kind, value, userId, context))).position;
  };

  /** Whether a registration by this command took this number. */
  const began = async (userId: number, context: CommandContext): Promise<boolean> => {
    for await (const { metadata } of commands.log.store.readStream('numbers-user', userId - 1))
      return metadata.commandId === derived(context, 'number').commandId;
    return false;
  };

  return {
    /** Whether anybody but the registration by `context` has the name; what that one reserved before it was interrupted is its own. */
    async usernameTaken(username: string, context: CommandContext): Promise<boolean> {
      let own: number | null = null;
      for (const holder of await reservations.holders('username', username)) if (await began(holder, context)) own = holder;
      return reservations.taken('username', username, own, context.now);
    },
    /** `beforeRegistered` stores what must be durable before the account exists (the password). Errors: EMAIL_TAKEN, USERNAME_TAKEN. */
    async register(
      given: Omit<Registration, 'userId'>,
      context: CommandContext,
      beforeRegistered: (userId: number) => Promise<void>,
    ): Promise<{ userId: number; position: Position | null }> {
      const registration = { ...given, email: mailAddress(given.email) };
      const userId = await takeNumber(commands.log, 'user', noParents, derived(context, 'number'));
      const { state } = await commands.load(user, userId);
      if (state.status === 'none') {
        const [reserved] = await reservations.reserve('email', registration.email, userId, context);
        try {
          await reservations.reserve('username', registration.username, userId, context);
        } catch (error) {
          if (error instanceof DomainError)
            await reservations.release('email', registration.email, userId, derived(context, 'undo', reserved.number));
          throw error;
        }
        await beforeRegistered(userId);
      }
      const { position, state: after } = await run(userId, { type: 'register', userId, ...registration }, context);
      await counted(userId, after, context);
      return { userId, position };
    },

    /**
     * Another address: reserved now, and the account's once its link is followed (`confirmEmailChange`). A second request replaces the first.
     * Where no address was ever confirmed, the first was probably a typing error: it is replaced at once. Errors: EMAIL_TAKEN.
     */
    async changeEmail(
      userId: number,
      written: string,
      context: CommandContext,
      options?: HandleOptions<UserState>,
    ): Promise<Position | null> {
      const email = mailAddress(written);
      const atOnce = ({ email: present, wasVerified }: UserState) => !wasVerified || sameAddress(present, email);
      return replaced('email', userId, email, context, options, (state, [reservation]) => {
        const type = atOnce(state) ? ('changeEmail' as const) : ('requestEmailChange' as const);
        const check = (now: UserState, events: number) => {
          options?.check?.(now, events);
          // The present address was confirmed meanwhile: it is no longer replaced without a confirmation.
          if (type === 'changeEmail' && !atOnce(now)) throw new DomainError('CONFLICT');
        };
        return run(userId, { type, email, reservation }, context, { check });
      });
    },

    /** For who has proved that an address is theirs: whoever only asked for it loses it. */
    async claimEmail(email: string, context: CommandContext): Promise<void> {
      for (const holder of await reservations.holders('email', email)) {
        if (!sameAddress((await commands.load(user, holder)).state.pendingEmail?.email, email)) continue;
        const ending = derived(context, 'proved', holder);
        await commands.handle(user, holder, { type: 'cancelEmailChange', email }, ending);
        await reservations.release('email', email, holder, ending);
      }
    },
    cancelEmailChange: async (userId: number, context: CommandContext): Promise<Position | null> =>
      (await run(userId, { type: 'cancelEmailChange' }, context)).position,

    /** Errors: TOKEN_INVALID, TOKEN_EXPIRED, EMAIL_TAKEN. */
    async confirmEmailChange(
      userId: number,
      requestedBy: string,
      context: CommandContext,
      elsewhere = false,
    ): Promise<{ state: UserState; position: Position | null }> {
      const { state, position } = await commands.load(user, userId);
      if (state.confirmedBy === requestedBy) return { state, position };
      const pending = state.pendingEmail;
      if (state.status !== 'active' || pending?.event !== requestedBy) throw new DomainError('TOKEN_INVALID');
      if (!emailChangeStands(pending, context.now)) throw new DomainError('TOKEN_EXPIRED');
      const [reservation] = await reservations.reserve('email', pending.email, userId, context);
      return run(userId, { type: 'confirmEmailChange', requestedBy, reservation, elsewhere }, context);
    },

    async changeUsername(
      userId: number,
      username: string,
      context: CommandContext,
      options?: HandleOptions<UserState>,
    ): Promise<Position | null> {
      return replaced('username', userId, username, context, options, (_, reserved) =>
        run(userId, { type: 'changeUsername', username, reservations: reserved }, context, options),
      );
    },

    /**
     * Role, active flag, erasure: whoever leaves the active administrators must not be the last.
     * `ifEvents`: how many events the person's stream must hold when it is changed (If-Match); null: however many. Errors: LAST_ADMINISTRATOR, VERSION_CONFLICT.
     */
    async govern(
      userId: number,
      command: Extract<UserCommand, { type: 'changeRole' | 'deactivate' | 'activate' | 'erase' }>,
      context: CommandContext,
      ifEvents: number | null = null,
    ): Promise<Position | null> {
      const by: Leaving | null =
        command.type === 'activate' || (command.type === 'changeRole' && command.role === 'administrator') ? null : command;
      /** The period as an administrator that this command removed from the list. */
      let ended: number | null = null;
      const change = () =>
        run(userId, command, context, {
          check(now, events) {
            if (ifEvents !== null && events !== ifEvents) throw new DomainError('VERSION_CONFLICT');
            if (by && now.administratorSince !== null && now.administratorSince !== ended) throw new StillListed(now.administratorSince);
          },
        });
      for (;;) {
        try {
          const { position, state } = await (ended === null
            ? change()
            : orPutBack(commands, { userId, term: ended, ifEvents }, context, change));
          await counted(userId, state, context);
          return position;
        } catch (error) {
          if (!(error instanceof StillListed) || !by) throw error;
          await countAsAdministrator(commands, { type: 'remove', userId, term: error.term, by, ifEvents }, context);
          ended = error.term;
        }
      }
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** A person who is about to stop being an active administrator is first taken off the list. */
class StillListed extends Error {
  readonly term: number;
  constructor(term: number) {
    super('still on the list of administrators');
    this.term = term;
  }
}
