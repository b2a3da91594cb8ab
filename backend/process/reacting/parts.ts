import type { Logger } from 'pino';
import type { EventStore } from '../../../events/store/port.ts';
import type { Payments } from '../../commands/payments/payments.ts';
import type { MailOptions } from '../../commands/reactions/mail.ts';
import type { Domain } from '../../domain.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import type { Outbox } from '../../integrations/mail/outbox.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { ReadStore, ReadStoreReader } from '../../projections/kernel/readStore.ts';
import type { Reads } from '../../projections/reading/reads.ts';
import type { Config } from '../config.ts';

/** What everything that reacts to events works with, in the one process that does so at a time. */
export interface Parts {
  config: Config;
  logger: Logger;
  clock: () => Date;
  store: EventStore;
  vault: Vault;
  domain: Domain;
  reader: ReadStoreReader;
  reads: Reads;
  /** null: the read models are folded by another process. */
  writer: ReadStore | null;
  fileStore: FileStore;
  payments: Payments;
  post: Outbox;
  mailOptions: MailOptions;
  /** Answers that were kept for repeats may hold data of people who are erased. */
  forgetAnswers(): Promise<void>;
  stopping: AbortSignal;
}
