import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Bound } from '../../events/store/moments.ts';
import type { KeptStates } from '../commands/kernel/handle.ts';
import type { createOwners } from '../commands/kernel/numbers.ts';
import type { Payments } from '../commands/payments/payments.ts';
import type { Domain } from '../domain.ts';
import type { Backups, TestCopies } from '../integrations/backups/port.ts';
import type { FileStore } from '../integrations/files/port.ts';
import type { LinkChecker } from '../integrations/links/port.ts';
import type { LtiTool } from '../integrations/lti/port.ts';
import type { StandIn } from '../integrations/payments/standIn.ts';
import type { Answers } from '../integrations/vault/answers.ts';
import type { NoticingVault } from '../integrations/vault/noticing.ts';
import type { WebhookSender } from '../integrations/webhooks/port.ts';
import type { FactIndex } from '../projections/facts/factIndex.ts';
import type { ReadStoreReader } from '../projections/kernel/readStore.ts';
import type { ProjectionStatus } from '../projections/kernel/status.ts';
import type { Reads } from '../projections/reading/reads.ts';
import type { SetupMissing } from './contract/setup.ts';
import type { Limits } from './limits.ts';
import type { ApiSettings } from './settings.ts';

/** What the process reports in /api/ready. */
export interface Readiness {
  /** What is still missing; empty: the school is ready. */
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
  /** The school had no history then. */
  | { state: 'before' }
  /** Its read models are being folded: so many events of about so many. */
  | { state: 'building'; events: number; of: number }
  /** `identity`: who asks, as the application of the present found. */
  | { state: 'ready'; answer(request: IncomingMessage, response: ServerResponse, identity: object): void };

export interface Pasts {
  /** When the school's history begins, in epoch milliseconds; null: it has none yet. */
  first(): Promise<number | null>;
  /**
   * `moment`: epoch milliseconds. Asking begins to build it. `asker`: staff (if absent), or who sees their own past. Throws PAST_BUSY where too many moments
   * are asked for at once.
   */
  at(moment: number, asker?: 'staff' | 'own'): Promise<PastState>;
  /** Whether a moment is open, or being built. */
  isKnown(moment: number): boolean;
  /** The end of the log for a moment that is open, or being built; null: it is neither. */
  boundOf(moment: number): Bound | null;
  /** Called when a person's record changed: after an erasure, everything that holds their data is deleted. */
  forget(person: string): void;
  close(): Promise<void>;
}

/** The folded states that this process keeps: of the thread of the API, and of that of reactions, where it runs them. */
export interface StatesOfThreads {
  read(): Promise<readonly (KeptStates & { thread: 'api' | 'background' })[]>;
  drop(): void;
}

/** Everything that the API is built from; composed once (backend/process/composition.ts). */
export interface Deps extends Omit<Domain, 'keys' | 'log'> {
  config: ApiSettings;
  logger: Logger;
  clock: () => Date;
  demo: () => boolean;
  owners: ReturnType<typeof createOwners>;
  setup: Setup;
  /** Whether text messages reach anybody: their recipients, or the demo mailbox. */
  textMessages: boolean;
  /** null: this school does not check links. */
  linkChecker: LinkChecker | null;
  /** What the school takes on the disk, its backups, and drills of restoring one. */
  backups: Backups;
  states: StatesOfThreads;
  /** null: this school tells other programs nothing. */
  webhookSender: WebhookSender | null;
  /** The school as a tool of learning platforms. */
  lti: LtiTool;
  payments: Payments;
  /** The demo’s stand-in for the provider; null: the provider is a real one, or there is none. */
  paymentStandIn: StandIn | null;
  copies: TestCopies;
  fileStore: FileStore;
  /** The file of the embedded log; null: it is on a server. */
  logFile: string | null;
  reader: ReadStoreReader;
  reads: Reads;
  /** The whole history as it is searched. */
  facts: FactIndex;
  /** The school as it was. */
  pasts: Pasts;
  /** Where this is the school as it was: that of today. */
  ofToday?: Domain['commands'];
  vault: NoticingVault;
  /** Rates that a call has besides those of all calls. */
  limits: Limits;
  /** The school's public key for what is pushed to browsers. */
  pushKey(): Promise<string>;
  /** The status of the projections. */
  statuses(): Promise<ProjectionStatus[]>;
  answers: Answers;
  /** Drops this process's cached key of a person (or of a lead); called whenever their record changes. */
  forgetPerson(person: string): void;
  readiness: Readiness;
  /** Databases of this process that were found damaged, by the file's name: `missing` of its last writes, the `keys` of so many accounts, or its pages. */
  damaged(): readonly { file: string; since: string; error: string; missing?: number; keys?: number }[];
}
