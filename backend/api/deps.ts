import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Authoring } from '../commands/catalogue/authoring.ts';
import type { Drafts } from '../commands/catalogue/drafts.ts';
import type { Links } from '../commands/catalogue/links.ts';
import type { TypedTexts } from '../commands/catalogue/typed.ts';
import type { WholeCourses } from '../commands/catalogue/wholeCourses.ts';
import type { Discussions } from '../commands/discussion/discussions.ts';
import type { Moderating } from '../commands/discussion/moderating.ts';
import type { Files } from '../commands/files/files.ts';
import type { Accounts } from '../commands/identity/accounts.ts';
import type { Identities } from '../commands/identity/identities.ts';
import type { Reservations } from '../commands/identity/reservations.ts';
import type { Commands } from '../commands/kernel/handle.ts';
import type { createOwners } from '../commands/kernel/numbers.ts';
import type { Certificates } from '../commands/learning/certificates.ts';
import type { Learning } from '../commands/learning/learning.ts';
import type { Quizzes } from '../commands/learning/quizzes.ts';
import type { Reviews } from '../commands/learning/reviews.ts';
import type { Webinars } from '../commands/learning/webinars.ts';
import type { Notifications } from '../commands/notifications/notifications.ts';
import type { Chain } from '../commands/operations/chain.ts';
import type { Payments } from '../commands/payments/payments.ts';
import type { AccountSecrets } from '../commands/reactions/accounts.ts';
import type { Community } from '../commands/site/community.ts';
import type { Leads } from '../commands/site/leads.ts';
import type { Scholarships } from '../commands/site/scholarships.ts';
import type { Site } from '../commands/site/site.ts';
import type { Backups, TestCopies } from '../integrations/backups/port.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { LinkChecker } from '../integrations/links/port.ts';
import type { createMailbox } from '../integrations/mail/mailbox.ts';
import type { Passkeys } from '../integrations/passkeys/passkeys.ts';
import type { StandIn } from '../integrations/payments/standIn.ts';
import type { Answers } from '../integrations/vault/answers.ts';
import type { ApiKeySecrets } from '../integrations/vault/apiKeySecrets.ts';
import type { CalendarAddresses } from '../integrations/vault/calendarAddresses.ts';
import type { NoticingVault } from '../integrations/vault/noticing.ts';
import type { Passwords } from '../integrations/vault/passwords.ts';
import type { SessionTokens } from '../integrations/vault/sessionTokens.ts';
import type { WebhookSecrets, WebhookSender } from '../integrations/webhooks/port.ts';
import type { ReadStoreReader } from '../projections/kernel/readStore.ts';
import type { Reads } from '../projections/kernel/reads.ts';
import type { ProjectionStatus } from '../projections/kernel/status.ts';
import type { SetupMissing } from './contract/setup.ts';
import type { ApiSettings } from './settings.ts';

/** What the process reports in /api/ready. */
export interface Readiness {
  /** What is still missing; empty: ready. */
  missing: Set<string>;
}

/** The first start of a school: who may become its first administrator. */
export interface Setup {
  /** Whether there is no administrator. Once false, it stays false: the last administrator cannot be removed. */
  needed(): Promise<boolean>;
  /** The same on every node and at each start, and useless once there is an administrator. */
  isCode(code: string): boolean;
  /** The address where the first administrator is created. */
  address: string;
  /** Optional settings that the environment does not set; a school works without them, with fewer features. */
  missing(): SetupMissing[];
}

/** The school as it was at a moment. */
export type PastState =
  /** It had no history then. */
  | { state: 'before' }
  /** Its read models are being folded: so many of about so many events. */
  | { state: 'building'; events: number; of: number }
  /** `identity`: who asks, as the application of the present found. */
  | { state: 'ready'; answer(request: IncomingMessage, response: ServerResponse, identity: object): void };

export interface Pasts {
  /** When the school's history begins, in epoch milliseconds; null: it has none yet. */
  first(): Promise<number | null>;
  /** `moment`: epoch milliseconds. Asking begins to build it. Throws PAST_BUSY where too many moments are asked for at once. */
  at(moment: number): Promise<PastState>;
  /** A person's record changed: where they were erased, whatever holds their data goes. */
  forget(person: string): void;
  close(): Promise<void>;
}

/** Everything that the API is built from; composed once (backend/process/composition.ts). */
export interface Deps {
  config: ApiSettings;
  logger: Logger;
  clock: () => Date;
  demo: () => boolean;
  commands: Commands;
  owners: ReturnType<typeof createOwners>;
  accounts: Accounts;
  authoring: Authoring;
  drafts: Drafts;
  wholeCourses: WholeCourses;
  typed: TypedTexts;
  learning: Learning;
  quizzes: Quizzes;
  notifications: Notifications;
  certificates: Certificates;
  chain: Chain;
  links: Links;
  setup: Setup;
  /** Whether text messages reach anybody: their recipients, or the demo mailbox. */
  textMessages: boolean;
  /** null: this school does not check links. */
  linkChecker: LinkChecker | null;
  /** What the school takes on the disk, its backups, and drills of restoring one. */
  backups: Backups;
  webhookSecrets: WebhookSecrets;
  /** null: this school tells other programs nothing. */
  webhookSender: WebhookSender | null;
  site: Site;
  community: Community;
  leads: Leads;
  scholarships: Scholarships;
  reviews: Reviews;
  webinars: Webinars;
  payments: Payments;
  /** The demo’s stand-in for the provider; null: the provider is a real one, or there is none. */
  paymentStandIn: StandIn | null;
  copies: TestCopies;
  calendarAddresses: CalendarAddresses;
  discussions: Discussions;
  moderating: Moderating;
  files: Files;
  fileStore: FileStore;
  reservations: Reservations;
  /** The file of the embedded log; null: it is on a server. */
  logFile: string | null;
  reader: ReadStoreReader;
  reads: Reads;
  /** The school as it was. */
  pasts: Pasts;
  vault: NoticingVault;
  /** The school's public key for what is pushed to browsers. */
  pushKey(): Promise<string>;
  /** The status of the projections. */
  statuses(): Promise<ProjectionStatus[]>;
  answers: Answers;
  passwords: Passwords;
  sessionTokens: SessionTokens;
  apiKeySecrets: ApiKeySecrets;
  identities: Identities;
  passkeys: Passkeys;
  accountSecrets: AccountSecrets;
  mailbox: ReturnType<typeof createMailbox>;
  /** Drops this process's cached key of a person (or of a lead); called whenever their record changes. */
  forgetPerson(person: string): void;
  readiness: Readiness;
  /** Databases of this process that were found damaged, by the file's name. */
  damaged(): readonly { file: string; since: string; error: string }[];
}
