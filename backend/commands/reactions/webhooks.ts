import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { isOutgoing, outgoing } from '../../../events/outgoing.ts';
import type { DataOf } from '../../../events/registry.ts';
import { type EventStore, type Position, type Recorded, StoreFault } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { streamOf } from '../../../events/streams.ts';
import { isXapi, statementOf } from '../../../events/xapi.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Outcome, Receiver, WebhookSecrets, WebhookSender } from '../../integrations/webhooks/port.ts';
import { administrators } from '../identity/administrators.ts';
import { eachOf } from '../kernel/eachOf.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import { rounds } from '../kernel/rounds.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { WEBHOOKS, type Webhook, webhooks } from '../operations/webhooks.ts';

/**
 * Tells other programs what happened. Each webhook follows the log on its own, from a place that is kept in the vault: the log itself is what waits while a
 * receiver is away, and rebuilding a read model sends nothing. At least once: a repetition has the same id. In the order of the log as long as all arrives;
 * what failed is tried again beside what comes after it.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Pauses after each failed attempt; a delivery that fails after the last one is given up, or stops the webhook. */
const BACKOFF = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** The most deliveries that wait for another attempt beside those that somebody asked to send again; further events wait in the log. */
const MOST_WAITING = 100;
/** The most messages that somebody asked to send again and that wait. */
export const MOST_BY_HAND = 200;
/** How many deliveries are remembered, and for how many milliseconds. */
const REMEMBERED = 200;
const REMEMBERED_MS = 30 * DAY;
const TICK_MS = SECOND;
const XAPI_VERSION = '1.0.3';

/** The progress of a webhook. */
interface Place {
  position: Position | null;
  /** The run to which this progress belongs: a new one begins at a place of its own. */
  runs: number;
  resumes: number;
  /** When something last arrived; epoch milliseconds. */
  arrivedAt: number;
}
export interface Waiting extends Pick<Recorded, 'position' | 'stream' | 'version'> {
  eventId: string;
  eventType: string;
  tries: number;
  /** Is not tried before this moment; epoch milliseconds. */
  due: number;
  /** When it was first tried, or put behind one that failed; epoch milliseconds. */
  since: number;
  /** Somebody asked to send it again: it holds back no event that comes after it. */
  byHand?: true;
}
/** One attempt, as operators see it. */
export interface Attempt extends Pick<Recorded, 'position' | 'stream' | 'version'> {
  eventId: string;
  eventType: string;
  /** ISO UTC. */
  at: string;
  /** The count of attempts, from 1. */
  number: number;
  outcome: 'delivered' | 'retrying' | 'failed' | 'unreadable';
  status: number | null;
  fault: Outcome['fault'];
  milliseconds: number;
  /** The beginning of what the receiver said. */
  answer: string;
}

const placeKey = (webhookId: string) => `at:${webhookId}`;
const logKey = (webhookId: string) => `log:${webhookId}`;
const waitingKey = (webhookId: string, position = '') => `waiting:${webhookId}:${position}`;
/** A message that somebody asked to send again, until the next look takes it up. Not under `waiting`: an attempt of the same message that is under way writes there. */
const handKey = (webhookId: string, position = '') => `hand:${webhookId}:${position}`;

/** The id of a message: the same event to the same webhook is the same message. */
export const messageIdOf = (webhookId: string, eventId: string): string =>
  `msg_${uuid5('webhook', webhookId, eventId).replaceAll('-', '')}`;

export const attemptsOf = async (vault: Vault, webhookId: string): Promise<readonly Attempt[]> =>
  (await vault.get<Attempt[]>('webhooks', logKey(webhookId)))?.value ?? [];
/** All of them: beside the most that wait by themselves there are those that somebody asked to send again, of which there are no more than remembered attempts. */
const list = async (vault: Vault, prefix: string): Promise<Waiting[]> =>
  (await vault.list<Waiting>('webhooks', prefix)).map(({ value }) => value);
/** The messages that wait for an attempt, those that somebody asked to send again among them, in the order of the log. */
export async function waitingOf(vault: Vault, webhookId: string): Promise<Waiting[]> {
  const all = [...(await list(vault, waitingKey(webhookId))), ...(await list(vault, handKey(webhookId)))];
  return [...new Map(all.map((one) => [one.position, one])).values()].sort((a, b) => (a.position < b.position ? -1 : 1));
}
const named = ({ position, stream, version, id, type }: Recorded) => ({ position, stream, version, eventId: id, eventType: type });
/** Sends one event again, by hand, with the next look at what waits. */
export const sendAgain = (vault: Vault, webhookId: string, event: Recorded, now: number): Promise<void> =>
  vault.put<Waiting>('webhooks', handKey(webhookId, event.position), { ...named(event), tries: 0, due: now, since: now, byHand: true });
/** Whether as many wait as may be sent again by hand; one of them may be asked for once more. */
export const isHandFull = async (vault: Vault, webhookId: string, { position }: Recorded): Promise<boolean> => {
  const byHand = (await waitingOf(vault, webhookId)).filter((one) => one.byHand && one.position !== position);
  return byHand.length >= MOST_BY_HAND;
};
/** Forgets all of a webhook that was removed. */
async function forgetWebhook(vault: Vault, webhookId: string): Promise<void> {
  for (const prefix of [waitingKey(webhookId), handKey(webhookId)])
    for (const { key } of await vault.list('webhooks', prefix)) await vault.remove('webhooks', key);
  for (const key of [placeKey(webhookId), logKey(webhookId)]) await vault.remove('webhooks', key);
}

/**
 * Sets the places of webhooks before anything of this start is written, as `settleCheckpoints` does those of reactors: one beyond the head would pass over what
 * comes in place of what the log has lost. What it was told of stays told. Returns the webhooks that were set back.
 */
export async function settleWebhooks(
  store: Pick<EventStore, 'head'>,
  vault: Vault,
): Promise<{ webhook: string; position: Position; head: Position | null }[]> {
  const places = await vault.list<Place>('webhooks', placeKey(''));
  const waiting = (await Promise.all(['waiting:', 'hand:'].map((prefix) => vault.list<Waiting>('webhooks', prefix)))).flat();
  // Another process may have continued since they were read.
  const head = await store.head();
  const isLost = (position: Position | null): position is Position => (position ?? '') > (head ?? '');
  for (const { key, value } of waiting) if (isLost(value.position)) await vault.remove('webhooks', key);
  const setBack = [];
  for (const { key, value, revision } of places) {
    const { position } = value;
    if (isLost(position) && (await vault.replace<Place>('webhooks', key, revision, { ...value, position: head })))
      setBack.push({ webhook: key.slice(placeKey('').length), position, head });
  }
  return setBack;
}

/** Where a webhook's messages go now; null: its address or secret is not in the vault any more. */
export async function receiverOf(
  secrets: WebhookSecrets,
  { addressId, secretId, previous }: Webhook,
  now: string,
): Promise<Receiver | null> {
  const ids = [secretId, ...(previous && now < previous.until ? [previous.secretId] : [])];
  const [address, ...found] = await Promise.all([secrets.address(addressId), ...ids.map((id) => secrets.secret(id))]);
  const known = found.filter((secret) => secret !== null);
  return address && known.length > 0 ? { ...address, secrets: known } : null;
}

/** Whether a webhook is told of events of this type. */
export const subscribes = ({ types, format }: Pick<Webhook, 'types' | 'format'>, type: string): boolean =>
  (format === 'xapi' ? isXapi(type) : isOutgoing(type)) && (types.includes('*') || types.includes(type));

/** What a webhook sends of an event: by Standard Webhooks, or as a statement of xAPI; null: it does not leave the school. `school`: its public address. */
export function sentOf({ format }: Pick<Webhook, 'format'>, event: Envelope, school: string): object | null {
  const message = outgoing(event);
  return message && format === 'xapi' ? statementOf(message, school) : message;
}
/** Besides those of the signature. */
export const headersOf = ({ format }: Pick<Webhook, 'format'>): Readonly<Record<string, string>> =>
  format === 'xapi' ? { 'x-experience-api-version': XAPI_VERSION } : {};
/** Whether what was sent is where it was sent to: a learning record store answers 409 where it has the statement already. */
export const wasDelivered = ({ format }: Pick<Webhook, 'format'>, status: number | null): boolean =>
  status !== null && ((status >= 200 && status < 300) || (format === 'xapi' && status === 409));

export interface WebhookOptions {
  log: EventLog;
  vault: Vault;
  commands: Commands;
  secrets: WebhookSecrets;
  sender: WebhookSender;
  /** The school's public address. */
  school: string;
  now: () => Date;
  logger: { warn(fields: object, message: string): void };
  backoff?: readonly number[];
  tickMs?: number;
}

/** Runs every webhook that is not paused until the signal aborts; never throws. One process at a time. */
export async function runWebhooks(options: WebhookOptions, signal: AbortSignal): Promise<void> {
  const { commands, logger, tickMs = TICK_MS } = options;
  const running = new Map<string, { as: string; stop: AbortController; done: Promise<void> }>();
  const end = async (webhookId: string) => {
    const one = running.get(webhookId);
    running.delete(webhookId);
    one?.stop.abort();
    await one?.done;
  };
  await rounds(
    tickMs,
    signal,
    async () => {
      const { state } = await commands.load(webhooks, WEBHOOKS);
      for (const webhookId of running.keys()) {
        if (state.has(webhookId)) continue;
        await end(webhookId);
        // Includes what the webhook wrote while it was ending.
        await forgetWebhook(options.vault, webhookId);
      }
      for (const [webhookId, hook] of state) {
        const as = JSON.stringify(hook);
        if (running.get(webhookId)?.as === as) continue;
        await end(webhookId);
        if (hook.paused) continue;
        const stop = new AbortController();
        const cut = AbortSignal.any([signal, stop.signal]);
        const done = runOne(options, webhookId, hook, cut).catch((error: unknown) => {
          if (cut.aborted) return;
          logger.warn(
            { webhook: webhookId, error: error instanceof Error ? error.message : String(error) },
            'a webhook failed; it starts again',
          );
          // The next round begins with the new run.
          running.delete(webhookId);
        });
        running.set(webhookId, { as, stop, done });
      }
    },
    (error) => logger.warn({ err: error }, 'the webhooks could not be looked at'),
  );
  await Promise.all([...running.keys()].map(end));
}

async function runOne(options: WebhookOptions, webhookId: string, hook: Webhook, signal: AbortSignal): Promise<void> {
  const { log, vault, commands, secrets, sender, school, now, backoff = BACKOFF, tickMs = TICK_MS } = options;
  const kept = (await vault.get<Place>('webhooks', placeKey(webhookId)))?.value;
  const own: Place =
    kept?.runs === hook.runs
      ? { ...kept }
      : { position: hook.after as Position | null, runs: hook.runs, resumes: hook.resumes, arrivedAt: kept?.arrivedAt ?? 0 };
  const millis = () => now().getTime();
  const waiting = new Map((await list(vault, waitingKey(webhookId))).map((one) => [one.position, one]));
  const attempts: Attempt[] = [...(await attemptsOf(vault, webhookId))];
  let attempted = false;
  /** While the receiver is away only one delivery is tried at a time, and the others lose no attempt. */
  let closedUntil = 0;
  let failures = 0;

  const keepPlace = () => vault.put<Place>('webhooks', placeKey(webhookId), own);
  const flush = async () => {
    if (!attempted) return;
    attempted = false;
    await vault.put<Attempt[]>('webhooks', logKey(webhookId), attempts, { expiresAt: millis() + REMEMBERED_MS });
  };
  const note = (attempt: Attempt) => {
    attempts.unshift(attempt);
    attempts.length = Math.min(attempts.length, REMEMBERED);
    attempted = true;
  };
  const wait = async (one: Waiting) => {
    waiting.set(one.position, one);
    await vault.put<Waiting>('webhooks', waitingKey(webhookId, one.position), one);
  };
  const forget = async (position: Position) => {
    if (!waiting.delete(position)) return;
    await vault.remove('webhooks', waitingKey(webhookId, position));
  };
  const comeByThemselves = (): number => [...waiting.values()].filter(({ byHand }) => !byHand).length;
  const stop = async (cause: 'failing' | 'gone') => {
    const commandId = uuid5('webhook paused', webhookId, String(hook.runs), String(hook.resumes), String(millis()));
    const context = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { userId: null, role: 'system' as const },
      now: now(),
    };
    await commands.handle(webhooks, WEBHOOKS, { type: 'pause', webhookId, cause }, context);
  };

  // Whoever resumed it has mended something: each delivery has all its attempts again.
  if (own.resumes !== hook.resumes) {
    for (const one of waiting.values()) await wait({ ...one, tries: 0, due: millis(), since: millis() });
    own.resumes = hook.resumes;
  }
  await keepPlace();

  /** The body of what is sent; null: the event does not leave the school, or cannot be read. */
  const bodyOf = async (record: Recorded): Promise<string | null> => {
    const [event] = await log.decode([record], true).catch((error: unknown) => {
      if (error instanceof StoreFault) throw error;
      return [];
    });
    const message = event ? sentOf(hook, event, school) : null;
    return message && JSON.stringify(message);
  };

  const attempt = async (record: Recorded, before: Waiting | null): Promise<void> => {
    const { position } = record;
    const tries = (before?.tries ?? 0) + 1;
    const at = now();
    const noted = (outcome: Attempt['outcome'], { status, fault, milliseconds, answer }: Omit<Outcome, 'retryAfterMs'>) =>
      note({ ...named(record), at: at.toISOString(), number: tries, outcome, status, fault, milliseconds, answer });
    const body = await bodyOf(record);
    if (body === null) {
      noted('unreadable', { status: null, fault: null, milliseconds: 0, answer: '' });
      return forget(position);
    }
    const receiver = await receiverOf(secrets, hook, at.toISOString());
    const outcome: Outcome = receiver
      ? await sender.send(receiver, { id: messageIdOf(webhookId, record.id), at, body, headers: headersOf(hook) }, signal)
      : { status: null, fault: 'refused', answer: '', milliseconds: 0, retryAfterMs: null };
    if (outcome.status === null && signal.aborted) return;
    if (wasDelivered(hook, outcome.status)) {
      [own.arrivedAt, closedUntil, failures] = [millis(), 0, 0];
      noted('delivered', outcome);
      return forget(position);
    }
    const since = before?.since ?? at.getTime();
    const over = tries > backoff.length;
    const givesUp = over && own.arrivedAt >= since;
    noted(givesUp ? 'failed' : 'retrying', outcome);
    if (givesUp) return forget(position);
    const after = Math.max(outcome.retryAfterMs ?? 0, backoff[Math.min(tries, backoff.length) - 1] ?? 0);
    closedUntil = millis() + Math.max(outcome.retryAfterMs ?? 0, backoff[Math.min(failures++, backoff.length - 1)] ?? 0);
    await wait({ ...named(record), tries, due: millis() + after, since, ...(before?.byHand && { byHand: true }) });
    if (outcome.status === 410) await stop('gone');
    else if (over) await stop('failing');
  };

  const recordOf = async ({ stream, version }: Waiting): Promise<Recorded | null> => {
    for await (const record of log.store.readStream(stream, version)) return record;
    return null;
  };
  /** Takes up the messages that somebody asked to send again: the attempts of each are counted anew, whether it waited already or not. */
  const byHand = async (): Promise<Waiting[]> => {
    const asked = await list(vault, handKey(webhookId));
    for (const one of asked) {
      await wait(one);
      // Before the attempt: asking again from now on is a request of its own, for the next look.
      await vault.remove('webhooks', handKey(webhookId, one.position));
    }
    return asked;
  };
  /**
   * First what somebody asked to send again, also while the receiver is taken to be away: who asks may know better. Then what waits and is due, those with the fewest attempts first: one
   * that is refused every time holds up no other.
   */
  const again = async (): Promise<void> => {
    const asked = await byHand();
    const due = [...waiting.values()].filter((one) => one.due <= millis() && !asked.includes(one));
    due.sort((one, other) => one.tries - other.tries || (one.position < other.position ? -1 : 1));
    for (const one of [...asked, ...due]) {
      if (signal.aborted || (closedUntil > millis() && !asked.includes(one))) break;
      const record = await recordOf(one);
      if (record) await attempt(record, one);
      else await forget(one.position);
    }
    await flush();
  };

  const read = async (): Promise<void> => {
    let moved = false;
    for await (const delivery of log.store.subscribeAll(own.position, signal)) {
      if (delivery.kind === 'event') {
        const { event } = delivery;
        const old = hook.since !== null && String(event.metadata['occurredAt']) < hook.since;
        if (subscribes(hook, event.type) && !old) {
          while (comeByThemselves() >= MOST_WAITING && !signal.aborted) await pause(tickMs, signal);
          if (signal.aborted) return;
          if (closedUntil > millis() || waiting.has(event.position))
            await wait(waiting.get(event.position) ?? { ...named(event), tries: 0, due: closedUntil, since: millis() });
          else await attempt(event, null);
          // A stop may have cut the attempt off: it is made again.
          if (signal.aborted && !waiting.has(event.position)) return;
          own.position = event.position;
          await keepPlace();
          moved = false;
        } else {
          own.position = event.position;
          moved = true;
        }
      } else if (moved) {
        await keepPlace();
        moved = false;
      }
    }
  };
  try {
    await Promise.all([
      read(),
      rounds(tickMs, signal, again, (error) => options.logger.warn({ webhook: webhookId, err: error }, 'what waits could not be sent')),
    ]);
  } finally {
    await flush();
  }
}

/**
 * Tells the administrators that a webhook stopped by itself. What a webhook named and names no more leaves the vault, whatever became of the process that
 * replaced it; a secret whose place another one takes, when the time of both is over.
 */
export function webhookReactor(
  commands: Commands,
  { notify }: Pick<Notifications, 'notify'>,
  secrets: Pick<WebhookSecrets, 'endSecret' | 'forget'>,
  vault: Vault,
): Reactor {
  const settle = async (event: Envelope): Promise<void> => {
    const { webhookId } = event.data as { webhookId: string };
    const hook = (await commands.load(webhooks, WEBHOOKS)).state.get(webhookId);
    const [addresses, known] = [new Set<string>(), new Set<string>()];
    for await (const { data } of commands.log.readStream(streamOf('webhooks', WEBHOOKS))) {
      const named = data as { webhookId: string; addressId?: string; secretId?: string };
      if (named.webhookId !== webhookId) continue;
      if (named.addressId !== undefined) addresses.add(named.addressId);
      if (named.secretId !== undefined) known.add(named.secretId);
    }
    addresses.delete(hook?.addressId ?? '');
    for (const secretId of [hook?.secretId, hook?.previous?.secretId]) known.delete(secretId ?? '');
    await secrets.forget({ addresses: [...addresses], secrets: [...known] });
    if (hook?.previous) await secrets.endSecret(hook.previous.secretId, hook.previous.until);
    if (!hook) await forgetWebhook(vault, webhookId);
  };
  return {
    name: 'webhooks',
    on: {
      WebhookChanged: settle,
      WebhookSecretRotated: settle,
      WebhookRemoved: settle,
      async WebhookPaused(event, context) {
        const { webhookId, cause } = event.data as DataOf<'WebhookPaused'>;
        const hook = (await commands.load(webhooks, WEBHOOKS)).state.get(webhookId);
        if (cause === 'person' || !hook) return;
        const { active } = (await commands.load(administrators, 'active')).state;
        await eachOf(active, (userId) =>
          notify(userId, { kind: 'webhookStopped', name: hook.name, link: `/admin/integrations?webhook=${webhookId}` }, context),
        );
      },
    },
  };
}
