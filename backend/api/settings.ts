/** Calls a second, and how many more at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What the API needs to know of the environment; `backend/process/config.ts` reads it. */
export interface ApiSettings {
  /** Where browsers reach the school, without a slash at its end. */
  publicUrl: string;
  /** Other names (host, or host:port) by which browsers reach the school. */
  publicAliases: readonly string[];
  /** Who may say the visitor's address, as Fastify takes it. */
  trustProxy: boolean | number | string[];
  dataDir: string;
  sessionSecret: string;
  genericAuthErrors: boolean;
  /** Where a lead is also posted; null: leads are kept and listed only here. */
  leadsWebhookUrl: string | null;
  /** Sign-in with Google; null: the stand-in with the demo school, else none. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** Outgoing mail; null: mails stay in the demo mailbox. */
  mail: object | null;
  /** Failed logins per account and address in 15 minutes; new sessions per person and hour; form posts per address and hour; files uploaded per person and hour. */
  limits: { logins: number; sessions: number; forms: number; uploads: number };
  /** Calls of one person a second: reading and studying; making and changing. */
  rates: Record<'use' | 'make', Rate>;
}
