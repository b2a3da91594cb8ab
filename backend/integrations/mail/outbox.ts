import type { Vault, VaultRecord } from '../vault/port.ts';
import { isAddress, type Mail, type Mailer, MailFailed } from './port.ts';

/**
 * The outbox: mails wait here, in the vault, until the server has accepted them. Keys of its table:
 * `pending:<id>` → PendingMail; `dead:<id>` → DeadMail; `sent:<id>` → SentMail. A mail moves by writing the new record before deleting the old one,
 * so a crash in between leaves both, and the later state counts.
 */
export interface PendingMail {
  mail: Mail;
  /** How often sending was started. */
  attempts: number;
  /** Not to be sent before; epoch milliseconds. */
  due: number;
  /** Why the last attempt failed. */
  error: string | null;
  /** How often it was retried after it had been given up. */
  round: number;
}
export interface DeadMail {
  /** null: its content is gone, so it cannot be sent again. */
  mail: Mail | null;
  userId: number;
  /** ISO UTC. */
  sentAt: string;
  attempts: number;
  error: string;
  /** When it was given up; ISO UTC. */
  at: string;
  round: number;
}
interface SentMail {
  at: string;
  attempts: number;
}

/** A mail as operators see it: no address, no text. */
export interface MailRow {
  id: string;
  purpose: string;
  userId: number;
  state: 'waiting' | 'dead';
  attempts: number;
  error: string | null;
  /** When the event behind it occurred; ISO UTC. */
  sentAt: string;
  /** When it is tried next, or was given up; ISO UTC. */
  at: string;
  /** Whether another attempt may succeed. */
  retryable: boolean;
}

export interface Outbox extends Mailer {
  /** Retries a dead letter from the first attempt. Does nothing where there is none. */
  retry(id: string): Promise<void>;
  /** Sends what is due until the signal aborts; never throws. */
  run(signal: AbortSignal): Promise<void>;
}

export interface OutboxOptions {
  vault: Vault;
  transport: Mailer;
  now: () => Date;
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Pauses after each failed attempt, in milliseconds; a failure after the last one makes a dead letter. */
  backoff?: readonly number[];
  /** Longest pause between two looks at what waits, in milliseconds. */
  idle?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BACKOFF = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR] as const;
/** Dead letters contain addresses, so they are deleted after this time. */
const DEAD_KEPT_MS = 30 * DAY;
/** Longer than any reactor may be behind: a mail that is queued again within this time is recognised. */
const SENT_KEPT_MS = 400 * DAY;
const PAGE = 200;
/** How many of the waiting mails are read for the list. */
const MOST_READ = 500;
/** Longest pause before an unreachable server is tried again. */
const MOST_CLOSED_MS = 5 * MINUTE;
/** How long a mail being sent may take once the process is to stop. */
const GRACE_MS = 3 * SECOND;
/** The reason for giving up a mail that would come too late. */
export const EXPIRED = 'EXPIRED';

const pendingKey = (id: string) => `pending:${id}`;
const deadKey = (id: string) => `dead:${id}`;
const sentKey = (id: string) => `sent:${id}`;

/** `<time>_<event id>.<purpose>`: sorts by time, and names nobody. */
export const outboxId = ({ sentAt, messageId }: Pick<Mail, 'sentAt' | 'messageId'>): string =>
  `${sentAt}_${messageId.replace(/^<|@.*$/g, '')}`;
const purposeOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
const expired = (mail: Mail, now: number): boolean => mail.expiresAt !== undefined && Date.parse(mail.expiresAt) <= now;

const pause = (ms: number, signal: AbortSignal, onWake: (wake: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    onWake(done);
  });

/**
 * Delivery is at least once, always with the same Message-ID: only a crash between sending and recording it sends a mail again, once per remaining attempt.
 * One process at a time runs it; any may add to it.
 */
export function createOutbox({ vault, transport, now, logger, backoff = BACKOFF, idle = 30 * SECOND }: OutboxOptions): Outbox {
  let wake = () => {};
  let woken = false;
  /** Sent, but not recorded yet: this process does not send them again. */
  const unnoted = new Set<string>();
  /** While the server is away, no attempts are used up; only `expiresAt` ends the wait. */
  let closedUntil = 0;
  let failuresOfServer = 0;
  /** The mail being sent, and whose mails are being removed: the removal waits for that mail and holds up the others. */
  let onItsWay: Promise<void> = Promise.resolve();
  const forgetting = new Set<number>();

  const poke = () => {
    woken = true;
    wake();
  };

  const bury = async (id: string, { mail, attempts, round }: PendingMail, error: string) => {
    const letter: DeadMail = {
      mail: mail.lastWord || error === EXPIRED ? null : mail,
      userId: mail.userId,
      sentAt: mail.sentAt,
      attempts,
      error,
      at: now().toISOString(),
      round,
    };
    await vault.put<DeadMail>('outbox', deadKey(id), letter, { expiresAt: now().getTime() + DEAD_KEPT_MS });
    await vault.remove('outbox', pendingKey(id));
    logger.warn({ mail: id, attempts, error }, 'a mail could not be sent');
  };

  const note = async (id: string, { attempts }: PendingMail) => {
    await vault.put<SentMail>('outbox', sentKey(id), { at: now().toISOString(), attempts }, { expiresAt: now().getTime() + SENT_KEPT_MS });
    await vault.remove('outbox', pendingKey(id));
    unnoted.delete(id);
  };

  /** Sends one mail that is due. */
  const deliver = async ({ key, value, revision }: VaultRecord<PendingMail>, cut: AbortSignal) => {
    const id = key.slice(pendingKey('').length);
    const dead = await vault.get<DeadMail>('outbox', deadKey(id));
    if ((dead && dead.value.round >= value.round) || (await vault.get('outbox', sentKey(id)))) return vault.remove('outbox', key);
    if (unnoted.has(id)) return note(id, value);
    if (expired(value.mail, now().getTime())) return bury(id, value, EXPIRED);

    // Counted before it is sent, so that a mail that crashes the process each time is not tried for ever.
    const attempts = value.attempts + 1;
    const tried: PendingMail = { ...value, attempts, due: now().getTime() + (backoff[attempts - 1] ?? 0) };
    if (attempts > backoff.length + 1) return bury(id, value, value.error ?? 'INTERRUPTED');
    if (!(await vault.replace<PendingMail>('outbox', key, revision, tried))) return;
    try {
      if (!isAddress(value.mail.to)) throw new MailFailed('ADDRESS', { permanent: true });
      await transport.send(value.mail, cut);
    } catch (error) {
      if (cut.aborted) return;
      const failed = error instanceof MailFailed ? error : new MailFailed(error instanceof Error ? error.name : 'Error');
      let failedTry: PendingMail = { ...tried, error: failed.reason };
      if (failed.server) {
        const closed = Math.min(MOST_CLOSED_MS, backoff[Math.min(failuresOfServer++, backoff.length - 1)] ?? 0);
        closedUntil = now().getTime() + closed;
        // Moved behind the others: a mail that breaks the connection each time does not hold them up.
        failedTry = { ...failedTry, attempts: value.attempts, due: closedUntil + closed };
      } else failuresOfServer = 0;
      const kept = await vault.get<PendingMail>('outbox', key);
      // Another process removed it meanwhile: it stays removed.
      if (!kept) return;
      if (!failed.server && (failed.permanent || attempts > backoff.length)) return bury(id, failedTry, failed.reason);
      await vault.replace<PendingMail>('outbox', key, kept.revision, failedTry);
      return;
    }
    failuresOfServer = 0;
    unnoted.add(id);
    const forgotten = (await vault.get('outbox', key)) === null;
    await note(id, tried);
    if (forgotten) await transport.forget(value.mail.userId);
  };

  /** Returns when to look again, in epoch milliseconds; null where nothing waits. */
  const round = async (signal: AbortSignal, cut: AbortSignal): Promise<number | null> => {
    let next: number | null = null;
    let after: string | undefined;
    for (;;) {
      const page = await vault.list<PendingMail>('outbox', pendingKey(''), { limit: PAGE, ...(after !== undefined && { after }) });
      for (const record of page) {
        if (signal.aborted) return null;
        const due = Math.max(record.value.due, closedUntil);
        const { mail } = record.value;
        if (due <= now().getTime()) {
          if (forgetting.has(mail.userId) && !mail.lastWord) continue;
          onItsWay = deliver(record, cut);
          await onItsWay;
          // Looks up what became of it.
          next = now().getTime();
        } else next = Math.min(next ?? due, due);
      }
      if (page.length < PAGE) return next;
      after = page.at(-1)?.key;
    }
  };

  const removeOf = async (prefix: string, userId: number, owner: (value: PendingMail | DeadMail) => number, spare: boolean) => {
    for (let after: string | undefined; ; ) {
      const page = await vault.list<PendingMail | DeadMail>('outbox', prefix, { limit: PAGE, ...(after !== undefined && { after }) });
      for (const { key, value } of page) if (owner(value) === userId && !(spare && value.mail?.lastWord)) await vault.remove('outbox', key);
      if (page.length < PAGE) return;
      after = page.at(-1)?.key;
    }
  };

  return {
    async send(mail) {
      const id = outboxId(mail);
      if ((await vault.get('outbox', sentKey(id))) || (await vault.get('outbox', deadKey(id)))) return;
      const pending: PendingMail = { mail, attempts: 0, due: now().getTime(), error: null, round: 0 };
      if (await vault.insert<PendingMail>('outbox', pendingKey(id), pending)) poke();
    },
    async forget(userId) {
      forgetting.add(userId);
      try {
        await onItsWay.catch(() => {});
        await removeOf(pendingKey(''), userId, (value) => (value as PendingMail).mail.userId, true);
        await removeOf(deadKey(''), userId, (value) => (value as DeadMail).userId, false);
        await transport.forget(userId);
      } finally {
        forgetting.delete(userId);
        poke();
      }
    },
    async retry(id) {
      const dead = await vault.get<DeadMail>('outbox', deadKey(id));
      if (!dead?.value.mail) return;
      const pending: PendingMail = {
        mail: dead.value.mail,
        attempts: 0,
        due: now().getTime(),
        error: dead.value.error,
        round: dead.value.round + 1,
      };
      await vault.insert<PendingMail>('outbox', pendingKey(id), pending);
      await vault.remove('outbox', deadKey(id));
      closedUntil = 0;
      poke();
    },
    async run(signal) {
      const cut = new AbortController();
      const late = () => void setTimeout(() => cut.abort(), GRACE_MS).unref();
      if (signal.aborted) return;
      signal.addEventListener('abort', late, { once: true });
      while (!signal.aborted) {
        woken = false;
        let next: number | null = null;
        try {
          next = await round(signal, cut.signal);
        } catch (error) {
          logger.warn({ error: error instanceof Error ? error.name : 'Error' }, 'the outbox failed; it starts again');
          next = now().getTime() + SECOND;
        }
        const wait = next === null ? idle : Math.min(idle, Math.max(0, next - now().getTime()));
        if (!woken)
          await pause(wait, signal, (done) => {
            wake = done;
          });
      }
    },
  };
}

/** How many mails wait, and were given up. */
export async function countOutbox(vault: Vault): Promise<{ waiting: number; dead: number }> {
  return { waiting: await vault.count('outbox', pendingKey('')), dead: await vault.count('outbox', deadKey('')) };
}

/**
 * Mails that wait after a failure, or were given up, the oldest first, and how many there are in all. Of those that wait only the first are read: each has
 * its whole text, and summaries for everybody may wait.
 */
export async function readOutbox(vault: Vault, now: number): Promise<{ waiting: number; dead: number; rows: MailRow[] }> {
  const pending = await vault.list<PendingMail>('outbox', pendingKey(''), { limit: MOST_READ });
  const dead = await vault.list<DeadMail>('outbox', deadKey(''));
  const idOf = (key: string) => key.slice(key.indexOf(':') + 1);
  return {
    ...(await countOutbox(vault)),
    rows: [
      ...dead.map(
        ({ key, value }): MailRow => ({
          id: idOf(key),
          purpose: purposeOf(idOf(key)),
          userId: value.userId,
          state: 'dead',
          attempts: value.attempts,
          error: value.error,
          sentAt: value.sentAt,
          at: value.at,
          retryable: value.mail !== null && !expired(value.mail, now),
        }),
      ),
      ...pending
        .filter(({ value }) => value.error !== null)
        .map(
          ({ key, value }): MailRow => ({
            id: idOf(key),
            purpose: purposeOf(idOf(key)),
            userId: value.mail.userId,
            state: 'waiting',
            attempts: value.attempts,
            error: value.error,
            sentAt: value.mail.sentAt,
            at: new Date(value.due).toISOString(),
            retryable: false,
          }),
        ),
    ],
  };
}

/** Mails of one purpose that follow from one event. */
export interface MailsOfEvent {
  purpose: string;
  state: 'waiting' | 'sent' | 'dead';
  /** When the last of them was sent, given up, or is tried next; ISO UTC. */
  at: string;
  count: number;
}
/** How many mails of one event are examined. */
const MOST_OF_EVENT = 1_000;

/** What was written because of an event that occurred at this time (ISO UTC); sent mails are remembered for 400 days. */
export async function mailsOfEvent(vault: Vault, { id, at }: { id: string; at: string }): Promise<MailsOfEvent[]> {
  const prefix = outboxId({ sentAt: at, messageId: id });
  const found = new Map<string, MailsOfEvent>();
  const states = { sent: sentKey(prefix), waiting: pendingKey(prefix), dead: deadKey(prefix) } as const;
  for (const state of ['sent', 'dead', 'waiting'] as const)
    for (const { key, value } of await vault.list<SentMail | DeadMail | PendingMail>('outbox', states[state], { limit: MOST_OF_EVENT })) {
      const purpose = purposeOf(key);
      const when = 'at' in value ? value.at : new Date(value.due).toISOString();
      const before = found.get(`${state} ${purpose}`);
      const last = before && before.at > when ? before.at : when;
      found.set(`${state} ${purpose}`, { purpose, state, at: last, count: (before?.count ?? 0) + 1 });
    }
  return [...found.values()];
}
