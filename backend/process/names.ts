import type { Logger } from 'pino';
import { uuid5 } from '../../events/ids.ts';
import type { EventLog } from '../../events/log.ts';
import type { Reservations } from '../commands/identity/reservations.ts';
import type { Vault } from '../integrations/vault/port.ts';

/** The version of the rule by which two names count as the same (`keysOf`, `user.ts`): increase it whenever the rule changes. */
const KEYS = 3;
const MARK = 'name-keys';

/** A school whose names have all been reserved under today's keys. */
export const namesSettled = (vault: Vault): Promise<void> => vault.put('meta', MARK, KEYS);

/**
 * Reserves names and addresses under today's keys where another release used other keys; done once, before anybody can register, or else a
 * stranger could take a look-alike of an address. A person who has theirs already costs three reads, and repeating it writes nothing. Of two people whose names count as the same, the one with the plain spelling gets it, else the one who registered first; the
 * other keeps the reservation of their exact spelling.
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
