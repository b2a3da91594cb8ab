/**
 * The vault: what must never be an event and must survive a rebuild of the read models — password hashes, hashed session tokens,
 * failed logins, personal-data keys, reactor checkpoints, dead letters, leases, answers kept by idempotency key.
 * A durable map of small JSON records in named tables. Two adapters: `sqlite.ts` (vault.db) and `mongodb.ts`.
 */
export interface VaultRecord<T> {
  key: string;
  value: T;
  /** Increases with every write of the key; for compare-and-set. */
  revision: number;
}

export interface Vault {
  /** Writes of other connections are seen in the next turn of the loop at the latest. The record may be shared: never change it. */
  get<T>(table: VaultTable, key: string): Promise<VaultRecord<T> | null>;
  /** Writes over any record. Durable when it resolves. `expiresAt` in epoch milliseconds: afterwards the record counts as absent. */
  put<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<void>;
  /** Writes only where there is no record (or an expired one). Returns whether it did. */
  insert<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<boolean>;
  /** Writes only over this revision. Returns whether it did. */
  replace<T>(table: VaultTable, key: string, revision: number, value: T, options?: { expiresAt?: number }): Promise<boolean>;
  remove(table: VaultTable, key: string): Promise<void>;
  /** Deletes every record of a table. */
  clear(table: VaultTable): Promise<void>;
  /** Records whose key begins with `prefix`, in key order (descending with `backwards`), after `after` (exclusive). */
  list<T>(table: VaultTable, prefix: string, options?: { limit?: number; after?: string; backwards?: boolean }): Promise<VaultRecord<T>[]>;
  /** How many records have a key that begins with `prefix`; none of them is read. */
  count(table: VaultTable, prefix: string): Promise<number>;
  /** Deletes expired records; called now and then. */
  sweep(now: number): Promise<number>;
  close(): Promise<void>;
}

/** A closed list, so that every place for secrets is known. */
export type VaultTable =
  | 'passwords' // key: userId → {hash}
  | 'sessions' // key: sha256(token) → {of}, the key of its session, also of tokens that it had
  | 'user-sessions' // key: `${userId}:${sessionId}` → {role, tokenHash, …}
  | 'attempts' // failed logins and rate windows
  | 'keys' // personal-data keys, wrapped: key: person → {wrapped} | {erased: true}
  | 'signing-keys' // key: `certificates`, or `lti` → {keys}, the newest last, the private parts sealed
  | 'passkeys' // key: `${userId}:${passkeyId}` → the credential; `id:<credential id>` → whose it is
  | 'challenges' // of passkeys and of sign-in elsewhere, single use; `lti:<hash>`, what a platform asks somebody to choose
  | 'used-tokens' // single-use tokens already used
  | 'intents' // what somebody wanted before signing in: key: `visit:<hash>`, `user:<userId>`, `given:<userId>:<command>`
  | 'checkpoints' // reactors
  | 'deadlines' // of the timer: key: due|thing
  | 'dead-letters' // key: `${reactor}:${position}`
  | 'leases' // projector, reactor
  | 'answers' // by idempotency key
  | 'mailbox' // demo mails, newest last
  | 'outbox' // mails that wait, were sent or were given up: key: `pending:<id>`, `sent:<id>`, `dead:<id>`
  | 'pushes' // what was pushed to browsers because of an event: key: its id → how many took it, and when
  | 'links' // of resources, when looked at last and since when they fail: key: resourceId
  | 'file-names' // files that a course, a lesson or a page of the site named when last settled: key: stream
  | 'drafts' // what authors have not published yet, sealed: key: courseId; `texts:<commandId>`, texts that a publication is about to set; `typed:<userId>:<courseId>`, what somebody is typing
  | 'editing' // who has a course open in its editor: key: `<courseId>:<userId>:<window>`; `<courseId>:draft`, how far its draft is
  | 'calendar-addresses' // by which calendars follow a person's dates: key: `secret:<hash>` → whose, `user:<userId>` → the hash
  | 'api-keys' // of integrations: key: `<keyId>:<hash of a secret>` → which secret, `used:<keyId>` → when it was last used
  | 'platforms' // key: the platform’s id → when somebody last came from there
  | 'grades' // of learning platforms: key: `link:<platformId>:<userId>_<courseId>:<column>` → where a score is sent, sealed, and what was sent; `trouble:…`, what did not arrive; `sent:<platformId>`, when one last did; `course:<courseId>:…`, those of a course; `review:<courseId>`, how far they were looked at again
  | 'webhooks' // key: `address:<id>`, `secret:<id>` sealed; `at:<webhookId>`, how far it has come; `waiting:<webhookId>:<position>`, what is tried again; `hand:…`, what somebody sends again; `log:<webhookId>`, the last deliveries
  | 'providers' // of companies: key: the id of a secret → it, sealed; `entered:<providerId>`, `refused:<providerId>`, how signing in ended last
  | 'chain' // hashes over the log: key: `block:<number>` → those of a thousand events; `last` → the outcome of the last verification
  | 'demo-payments' // of the demo’s stand-in for the payment provider
  | 'status' // what the projector and the reactors last said of themselves, for API nodes elsewhere
  | 'meta'; // what the installation remembers: demo loaded, secret check values

/** Epoch milliseconds come from the caller's clock, except for expiry on reading, which uses the adapter's `now`. */
export type Now = () => number;
