import type { ScannerPlace } from '../integrations/files/scanner.ts';

/** Calls per second, and the burst allowed after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Calls of one person: reading; what pages send by themselves while somebody studies or types; making and changing. */
export type RateKind = 'use' | 'study' | 'make';

/** The settings that the API needs; `backend/process/config.ts` reads them from the environment. */
export interface ApiSettings {
  /** The public address of the school, without a trailing slash. */
  publicUrl: string;
  /** Other host names (host, or host:port) by which browsers reach the school. */
  publicAliases: readonly string[];
  /** Proxies whose forwarded address is trusted, in Fastify's form. */
  trustProxy: boolean | number | string[];
  dataDir: string;
  /** A test copy of a school: nothing leaves it, and every page says so. null: it is the school itself. */
  copy: { asOf: string; readOnly: boolean } | null;
  sessionSecret: string;
  genericAuthErrors: boolean;
  /** The address to which leads are also sent; null: leads are kept and listed only here. */
  leadsWebhookUrl: string | null;
  /** Hosts with their ports to which webhooks may go although they are not of the public web, or without TLS. */
  webhookPrivateHosts: readonly string[];
  /** Sign-in with Google; null: the stand-in with the demo school, else none. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** The token with which a program on another machine reads the metrics and the health of projections; null: none can. */
  metricsToken: string | null;
  /** What looks through uploaded files; null: nothing does. */
  fileScanner: ScannerPlace | null;
  /** Outgoing mail; null: mails stay in the demo mailbox. */
  mail: object | null;
  /** Failed logins per account and address in 15 minutes; new sessions per person and hour; form posts per address and hour; files uploaded per person and hour. */
  limits: { logins: number; sessions: number; forms: number; uploads: number };
  rates: Record<RateKind, Rate>;
}
