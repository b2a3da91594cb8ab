import type { Logger } from 'pino';
import { uuid5 } from '../../events/ids.ts';
import type { EventLog } from '../../events/log.ts';
import type { Reservations } from '../commands/identity/reservations.ts';
import type { Vault } from '../integrations/vault/port.ts';

/** Which of the ways to tell that two names count as one (`keysOf`, `user.ts`) is in use: another number whenever that changes. */
const KEYS = 3;
const MARK = 'name-keys';

/** A school whose names have all been reserved by today's keys. */
export const namesSettled = (vault: Vault): Promise<void> => vault.put('meta', MARK, KEYS);

/**
 * Names and addresses that another release reserved by another key are reserved by today's too, once, before anybody can register: else a
 * stranger could take what an address imitates. Whoever holds theirs already costs three reads, and doing it again writes nothing. Of two whose names count as one, whoever wrote it plainly has it, else who registered first; the
 * other goes on by what they wrote.
 */
export async function settleNames(
  { log, reservations }: { log: EventLog; reservations: Reservations },
  vault: Vault,
  now: Date,
  logger: Logger,
): Promise<void> {
  if ((await vault.get<number>('meta', MARK))?.value === KEYS) return;
  for await (const { stream } of log.store.readAll(null, { types: ['UserRegistered'] })) {
    const userId = Number(stream.slice(stream.indexOf('-') + 1));
    const commandId = uuid5(MARK, KEYS, userId);
    const actor = { userId: null, role: 'system' } as const;
    const context = { commandId, correlationId: commandId, causationId: commandId, actor, now };
    for (const kind of await reservations.reserveAnew(userId, context))
      logger.warn({ userId, kind }, 'two accounts have a name that counts as one: each keeps their own, and nobody else gets either');
  }
  await namesSettled(vault);
}
