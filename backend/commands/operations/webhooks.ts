import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'webhooks'>;
export type PauseCause = DataOf<'WebhookPaused'>['cause'];

/** A webhook that was not removed. */
export interface Webhook extends Omit<DataOf<'WebhookRegistered'>, 'webhookId'> {
  /** The previous secret signs too, until then (ISO UTC). */
  previous: { secretId: string; until: string } | null;
  /** Where the present run begins: events after this position that occurred since then. */
  since: string | null;
  /** How often a run began at a chosen place, and how often the webhook was resumed. */
  runs: number;
  resumes: number;
  paused: PauseCause | null;
}
export type WebhookCommand =
  | ({ type: 'register' } & DataOf<'WebhookRegistered'>)
  | ({ type: 'change' } & DataOf<'WebhookChanged'>)
  | ({ type: 'rotate' } & DataOf<'WebhookSecretRotated'>)
  | ({ type: 'pause' } & DataOf<'WebhookPaused'>)
  | ({ type: 'replay' } & DataOf<'WebhookReplayed'>)
  | { type: 'resume'; webhookId: string }
  | { type: 'remove'; webhookId: string };

export const MOST_WEBHOOKS = 20;
export const WEBHOOKS = 'school';

const sameTypes = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((type) => other.includes(type));

/** The webhooks of the school; stream `webhooks-school`. Errors: TOO_MANY_ITEMS, WEBHOOK_NOT_FOUND. */
export const webhooks: Decider<GrowingMap<string, Webhook>, WebhookCommand, Event> = {
  category: 'webhooks',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const before = state.get(command.webhookId);
    if (command.type === 'register') {
      if (before) return refuse('CONFLICT');
      const { type: _, ...data } = command;
      return state.size >= MOST_WEBHOOKS ? refuse('TOO_MANY_ITEMS') : [{ type: 'WebhookRegistered', data }];
    }
    if (!before) return refuse('WEBHOOK_NOT_FOUND');
    const { webhookId } = command;
    switch (command.type) {
      case 'change': {
        const { type: _, ...data } = command;
        const same = before.name === data.name && before.addressId === data.addressId && sameTypes(before.types, data.types);
        return same ? [] : [{ type: 'WebhookChanged', data }];
      }
      case 'rotate': {
        const { type: _, ...data } = command;
        return [{ type: 'WebhookSecretRotated', data }];
      }
      case 'pause':
        return before.paused ? [] : [{ type: 'WebhookPaused', data: { webhookId, cause: command.cause } }];
      case 'resume':
        return before.paused ? [{ type: 'WebhookResumed', data: { webhookId } }] : [];
      case 'replay': {
        const { type: _, ...data } = command;
        return [{ type: 'WebhookReplayed', data }];
      }
      case 'remove':
        return [{ type: 'WebhookRemoved', data: { webhookId } }];
    }
  },
  evolve(state, { type, data }) {
    const before = state.get(data.webhookId);
    if (type === 'WebhookRegistered') {
      const { webhookId, ...hook } = data;
      return state.with(webhookId, { ...hook, previous: null, since: null, runs: 1, resumes: 0, paused: null });
    }
    if (!before) return state;
    switch (type) {
      case 'WebhookChanged': {
        const { webhookId, ...changed } = data;
        return state.with(webhookId, { ...before, ...changed });
      }
      case 'WebhookSecretRotated':
        return state.with(data.webhookId, {
          ...before,
          secretId: data.secretId,
          previous: { secretId: before.secretId, until: data.previousUntil },
        });
      case 'WebhookPaused':
        return state.with(data.webhookId, { ...before, paused: data.cause });
      case 'WebhookResumed':
        return state.with(data.webhookId, { ...before, paused: null, resumes: before.resumes + 1 });
      case 'WebhookReplayed':
        return state.with(data.webhookId, { ...before, after: data.after, since: data.since, runs: before.runs + 1 });
      case 'WebhookRemoved':
        return state.without(data.webhookId);
    }
  },
};
