import { createCodec } from '../events/codec.ts';
import { createEventLog } from '../events/log.ts';
import { registry } from '../events/registry.ts';
import type { EventStore } from '../events/store/port.ts';
import { createAuthoring } from './commands/catalogue/authoring.ts';
import { createDrafts } from './commands/catalogue/drafts.ts';
import { createLinks } from './commands/catalogue/links.ts';
import { createTyped } from './commands/catalogue/typed.ts';
import { createWholeCourses } from './commands/catalogue/wholeCourses.ts';
import { createDiscussions } from './commands/discussion/discussions.ts';
import { createModerating } from './commands/discussion/moderating.ts';
import { createFiles } from './commands/files/files.ts';
import { createAccounts } from './commands/identity/accounts.ts';
import { createIdentities } from './commands/identity/identities.ts';
import { createReservations } from './commands/identity/reservations.ts';
import { createCommands } from './commands/kernel/handle.ts';
import { createSeal } from './commands/kernel/seal.ts';
import { createSigningKeys } from './commands/kernel/signingKeys.ts';
import { createTimer } from './commands/kernel/timer.ts';
import { createCertificates } from './commands/learning/certificates.ts';
import { createLearning } from './commands/learning/learning.ts';
import { createQuizzes } from './commands/learning/quizzes.ts';
import { createReviews } from './commands/learning/reviews.ts';
import { createWebinars } from './commands/learning/webinars.ts';
import { createNotifications } from './commands/notifications/notifications.ts';
import { createChain } from './commands/operations/chain.ts';
import { createGrades } from './commands/operations/grades.ts';
import type { AccountSecrets } from './commands/reactions/accounts.ts';
import { createCommunity } from './commands/site/community.ts';
import { createLeads } from './commands/site/leads.ts';
import { createScholarships } from './commands/site/scholarships.ts';
import { school } from './commands/site/school.ts';
import { createSite } from './commands/site/site.ts';
import { createMailbox } from './integrations/mail/mailbox.ts';
import { createPasskeys } from './integrations/passkeys/passkeys.ts';
import { createApiKeySecrets } from './integrations/vault/apiKeySecrets.ts';
import { createCalendarAddresses } from './integrations/vault/calendarAddresses.ts';
import { createPasswords, type PasswordCost } from './integrations/vault/passwords.ts';
import { createPersonalKeys, type PersonalKeysOptions } from './integrations/vault/personalKeys.ts';
import type { Vault } from './integrations/vault/port.ts';
import { createProviderSecrets } from './integrations/vault/providerSecrets.ts';
import { createSessionTokens } from './integrations/vault/sessionTokens.ts';
import { createToolKeys } from './integrations/vault/toolKeys.ts';
import { createWebhookSecrets } from './integrations/vault/webhookSecrets.ts';

/** What a thread needs to run commands: the log through the codec, the services of the write side, and the vault's. The API and the background each make one. */
export type Domain = ReturnType<typeof createDomain>;

export function createDomain(
  store: EventStore,
  vault: Vault,
  config: {
    personalDataKey: Uint8Array;
    /** Names reservation streams, of unique values; never rotates. */
    reservationKey: Uint8Array;
    publicUrl?: string;
    passwordCost?: PasswordCost | undefined;
  },
  /** `keys`: see `createPersonalKeys`; the rest: see `createCommands`. */
  { keys: keyOptions = {}, ...alone }: { keys?: PersonalKeysOptions; standMs?: number; presumesNew?: boolean } = {},
) {
  const keys = createPersonalKeys(vault, config.personalDataKey, keyOptions);
  const log = createEventLog(store, createCodec(registry, keys));
  const commands = createCommands(log, alone);
  const reservations = createReservations(commands, config.reservationKey);
  const passwords = createPasswords(vault, config.passwordCost);
  const sessionTokens = createSessionTokens(vault);
  const passkeys = createPasskeys(vault, {
    rpId: new URL(config.publicUrl ?? 'http://localhost').hostname,
    rpName: async () => (await commands.load(school, 'school')).state.name,
  });
  const learning = createLearning(commands);
  const quizzes = createQuizzes(commands, learning);
  const discussions = createDiscussions(commands);
  const signingKeys = createSigningKeys(vault, config.personalDataKey);
  const authoring = createAuthoring(commands);
  const files = createFiles(commands, config.reservationKey);
  const drafts = createDrafts(commands, authoring, files, vault, config.personalDataKey);
  return {
    log,
    commands,
    reservations,
    accounts: createAccounts(commands, reservations),
    authoring,
    drafts,
    typed: createTyped(vault, config.personalDataKey, (userId) => log.anyErased([String(userId)])),
    wholeCourses: createWholeCourses(commands, authoring, drafts, quizzes),
    learning,
    quizzes,
    notifications: createNotifications(commands),
    certificates: createCertificates(commands, signingKeys, quizzes, config.personalDataKey),
    chain: createChain(store, vault, signingKeys, () => new Date()),
    links: createLinks(commands, vault),
    site: createSite(commands),
    community: createCommunity(commands),
    leads: createLeads(commands, keys, config.reservationKey),
    reviews: createReviews(commands),
    webinars: createWebinars(commands),
    calendarAddresses: createCalendarAddresses(vault),
    discussions,
    moderating: createModerating(commands, discussions),
    files,
    scholarships: createScholarships(commands, learning, config.reservationKey),
    keys,
    passwords,
    sessionTokens,
    apiKeySecrets: createApiKeySecrets(vault),
    webhookSecrets: createWebhookSecrets(vault, createSeal(config.personalDataKey, 'webhooks')),
    providerSecrets: createProviderSecrets(vault, createSeal(config.personalDataKey, 'providers')),
    grades: createGrades(commands, vault, createSeal(config.personalDataKey, 'grades'), createTimer(vault, {}).schedule),
    toolKeys: createToolKeys(vault, createSeal(config.personalDataKey, 'tool keys')),
    identities: createIdentities(commands, config.reservationKey),
    passkeys,
    accountSecrets: {
      async endSessions(userId, except) {
        await sessionTokens.endAll(userId, (sessionId) => sessionId === except);
      },
      endSession: (userId, sessionId) => sessionTokens.end(userId, sessionId),
      endSessionsBefore: (userId, at) => sessionTokens.endBefore(userId, at),
      setSessionRole: (userId, role) => sessionTokens.setRole(userId, role),
      async removePassword(userId) {
        await passwords.remove(userId);
        await passkeys.removeAll(userId);
      },
      destroyKey: (userId) => keys.destroy(String(userId)),
    } satisfies AccountSecrets,
    mailbox: createMailbox(vault),
  };
}
