import { type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Call } from '../implement.ts';
import { createLimits } from '../plugins/limits.ts';

const HOUR = 3_600_000;
/** Of one kind, to one address. */
const MAILS_PER_HOUR = 5;

/** What the forms share that anybody may send: how often, and that no answer says whether there is an account. */
export function createPublicForms({ clock, commands, config, logger, vault }: Deps) {
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());

  /** Per address, hour and form; administrators who add people are not counted. */
  const formLimit = async (form: string, call: Call) => {
    if (call.identity?.role !== 'administrator') await limits.count(form, call.ip, config.limits.forms, HOUR);
  };

  /** Whether one more mail goes to this address, whoever asks: nobody's mailbox is filled, and nobody learns whether there is an account. */
  const mayMail = (kind: string, address: string): Promise<boolean> =>
    limits.count(kind, normaliseAddress(address), MAILS_PER_HOUR, HOUR).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      },
    );

  /** Written after the answer is on its way: neither how long it takes nor a position may tell whether the account exists. */
  const afterAnswer = (command: UserCommand, person: Pick<UserState, 'userId'>, call: Call) => {
    // Whoever asks, which need not be the person.
    const context = call.context();
    setImmediate(() => {
      commands
        .handle(user, person.userId, command, context)
        .catch((error: unknown) => logger.error({ err: error, command: command.type }, 'a request for a mail could not be recorded'));
    });
  };

  return { formLimit, mayMail, afterAnswer };
}
