import { createCodec } from '../../events/codec.ts';
import { createEventLog, type EventLog } from '../../events/log.ts';
import { registry } from '../../events/registry.ts';
import type { EventStore } from '../../events/store/port.ts';
import { type Authoring, createAuthoring } from '../commands/catalogue/authoring.ts';
import { type Accounts, createAccounts } from '../commands/identity/accounts.ts';
import { type Commands, createCommands } from '../commands/kernel/handle.ts';
import { createReservations, type Reservations } from '../commands/kernel/reservations.ts';
import { createLearning, type Learning } from '../commands/learning/learning.ts';
import type { AccountSecrets } from '../commands/reactions/accounts.ts';
import { createMailbox } from '../integrations/mail/mailbox.ts';
import { createPasswords, type Passwords } from '../integrations/vault/passwords.ts';
import { createPersonalKeys, type ManagedPersonalKeys } from '../integrations/vault/personalKeys.ts';
import type { Vault } from '../integrations/vault/port.ts';
import { createSessionTokens, type SessionTokens } from '../integrations/vault/sessionTokens.ts';
import type { Config } from './config.ts';

/** What a thread needs to decide: the log through the codec, the services of the write side, and the vault's. The API and the background each make one. */
export interface Domain {
  log: EventLog;
  commands: Commands;
  reservations: Reservations;
  accounts: Accounts;
  authoring: Authoring;
  learning: Learning;
  keys: ManagedPersonalKeys;
  passwords: Passwords;
  sessionTokens: SessionTokens;
  accountSecrets: AccountSecrets;
  mailbox: ReturnType<typeof createMailbox>;
}

export function createDomain(store: EventStore, vault: Vault, config: Pick<Config, 'personalDataKey' | 'reservationKey'>): Domain {
  const keys = createPersonalKeys(vault, config.personalDataKey);
  const log = createEventLog(store, createCodec(registry, keys));
  const commands = createCommands(log);
  const reservations = createReservations(commands, config.reservationKey);
  const passwords = createPasswords(vault);
  const sessionTokens = createSessionTokens(vault);
  return {
    log,
    commands,
    reservations,
    accounts: createAccounts(commands, reservations),
    authoring: createAuthoring(commands),
    learning: createLearning(commands),
    keys,
    passwords,
    sessionTokens,
    accountSecrets: {
      async endSessions(userId, except) {
        await sessionTokens.endAll(userId, except);
      },
      setSessionRole: (userId, role) => sessionTokens.setRole(userId, role),
      removePassword: (userId) => passwords.remove(userId),
      destroyKey: (userId) => keys.destroy(String(userId)),
    },
    mailbox: createMailbox(vault),
  };
}
