import { type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import type { Call } from '../calls/implement.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
/** The most mails of one kind to one address in an hour. */
const MAILS_PER_HOUR = 5;

/** Shared by the forms that anybody may send: their rate, and that no answer reveals whether there is an account. */
export function createPublicForms({ commands, config, logger, limits }: Deps) {
  /** Per address, hour and form; administrators who add people are not counted. */
  const formLimit = async (form: string, call: Call) => {
    if (call.identity?.role !== 'administrator') await limits.count(form, call.ip, config.limits.forms, HOUR);
  };

  /** Whether one more mail may go to this address, whoever asks: no mailbox is flooded, and nobody learns whether there is an account. */
  const mayMail = (kind: string, address: string): Promise<boolean> =>
    limits.count(kind, normaliseAddress(address), MAILS_PER_HOUR, HOUR).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      },
    );

  /** Written after the answer was sent: neither its duration nor a position may reveal whether the account exists. */
  const afterAnswer = (command: UserCommand, person: Pick<UserState, 'userId'>, call: Call) => {
    // Who calls, which need not be the person concerned.
    const context = call.context();
    setImmediate(() => {
      commands
        .handle(user, person.userId, command, context)
        .catch((error: unknown) => logger.error({ err: error, command: command.type }, 'a request for a mail could not be recorded'));
    });
  };

  return { formLimit, mayMail, afterAnswer };
}
