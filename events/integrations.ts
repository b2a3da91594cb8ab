import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/**
 * Keys by which other programs call the school, and webhooks by which it tells them what happened. Secrets and addresses are never events: the vault has the
 * hash of a key's, and those of a webhook sealed.
 */

const keyId = z.string().max(40);
/** Which of the secrets that a key had. */
const secretId = z.string().max(40);
const given = {
  keyId,
  name: z.string().min(1).max(80),
  /** Rows of the policy table (`backend/api/contract/policy.ts`); one that a release does not know gives nothing. */
  scopes: z.array(z.string().min(1).max(60)).max(100),
  perSecond: z.number().int().min(1).max(1_000),
  /** ISO UTC; null: it does not end by itself. */
  expiresAt: z.iso.datetime().nullable(),
};
export const ApiKeyMade = defineEvent('ApiKeyMade', {
  category: 'apikeys',
  /** `ownerId`: who answers for it; it may at no time do more than they may. */
  schema: z.object({ ...given, secretId, ownerId: id }),
  summary: 'Un administrador creó una clave para que otro programa use la escuela.',
  sentence: said('creó la clave de integración «{name}»', 'made the integration key “{name}”'),
});
export const ApiKeyChanged = defineEvent('ApiKeyChanged', {
  category: 'apikeys',
  schema: z.object(given),
  summary: 'Un administrador cambió el nombre, los permisos, el ritmo o el vencimiento de una clave.',
  sentence: said('cambió la clave de integración «{name}»', 'changed the integration key “{name}”'),
});
export const ApiKeyRotated = defineEvent('ApiKeyRotated', {
  category: 'apikeys',
  /** The secret before is good until `previousUntil` (ISO UTC). Whoever rotates a key answers for it from then on. */
  schema: z.object({ keyId, secretId, previousUntil: z.iso.datetime(), ownerId: id }),
  summary: 'Un administrador cambió el secreto de una clave; el anterior sirve un tiempo más.',
  sentence: said('cambió el secreto de una clave de integración', 'changed the secret of an integration key'),
});
export const ApiKeyRevoked = defineEvent('ApiKeyRevoked', {
  category: 'apikeys',
  schema: z.object({ keyId }),
  summary: 'Un administrador revocó una clave: dejó de servir al momento.',
  sentence: said('revocó una clave de integración', 'revoked an integration key'),
});

export const apiKeyEvents = [ApiKeyMade, ApiKeyChanged, ApiKeyRotated, ApiKeyRevoked] as const;

const webhookId = z.string().max(40);
const position = z.string().max(60).nullable();
const terms = {
  webhookId,
  name: z.string().min(1).max(80),
  /** Event types of the catalogue (`outgoing.ts`); `*`: all of it, also what a later release adds. */
  types: z.array(z.string().min(1).max(100)).max(300),
};
/** Under which id the vault has the address, and the server's name in it; the rest of an address may be a secret. */
const addressed = { addressId: z.string().max(40), host: z.string().max(260) };
export const WebhookRegistered = defineEvent('WebhookRegistered', {
  category: 'webhooks',
  /** It is told of what comes after this position of the log (null: its beginning). */
  schema: z.object({
    ...terms,
    ...addressed,
    format: growing(['events', 'xapi'], 'events'),
    secretId: z.string().max(40),
    after: position,
  }),
  summary: 'Un administrador registró a dónde avisa la escuela lo que pasa, y de qué.',
  sentence: said('registró el webhook «{name}» hacia {host}', 'registered the webhook “{name}” to {host}'),
});
export const WebhookChanged = defineEvent('WebhookChanged', {
  category: 'webhooks',
  schema: z.object({ ...terms, ...addressed }),
  summary: 'Un administrador cambió el nombre, la dirección o los avisos de un webhook.',
  sentence: said('cambió el webhook «{name}»', 'changed the webhook “{name}”'),
});
export const WebhookSecretRotated = defineEvent('WebhookSecretRotated', {
  category: 'webhooks',
  /** What is sent is signed with the secret before too, until `previousUntil` (ISO UTC). */
  schema: z.object({ webhookId, secretId: z.string().max(40), previousUntil: z.iso.datetime() }),
  summary: 'Un administrador cambió el secreto con el que se firma un webhook.',
  sentence: said('cambió el secreto de un webhook', 'changed the secret of a webhook'),
});
export const WebhookPaused = defineEvent('WebhookPaused', {
  category: 'webhooks',
  /** A person paused it; nothing arrived for as long as it was tried; the receiver said that it is gone. */
  schema: z.object({ webhookId, cause: growing(['person', 'failing', 'gone'], 'failing') }),
  summary: 'Un webhook se detuvo: lo que pasa desde entonces espera en el registro.',
  sentence: said('detuvo un webhook', 'paused a webhook'),
});
export const WebhookResumed = defineEvent('WebhookResumed', {
  category: 'webhooks',
  schema: z.object({ webhookId }),
  summary: 'Un webhook siguió donde se había detenido.',
  sentence: said('reanudó un webhook', 'resumed a webhook'),
});
export const WebhookReplayed = defineEvent('WebhookReplayed', {
  category: 'webhooks',
  /** The run sends events after this position (null: the log's beginning) that occurred since `since` (ISO UTC; null: whenever). */
  schema: z.object({ webhookId, after: position, since: z.iso.datetime().nullable() }),
  summary: 'Un administrador pidió enviar otra vez lo que pasó desde un momento.',
  sentence: said('pidió enviar otra vez los avisos de un webhook', 'asked to send what a webhook tells again'),
});
export const WebhookRemoved = defineEvent('WebhookRemoved', {
  category: 'webhooks',
  schema: z.object({ webhookId }),
  summary: 'Un administrador quitó un webhook.',
  sentence: said('quitó un webhook', 'removed a webhook'),
});

export const webhookEvents = [
  WebhookRegistered,
  WebhookChanged,
  WebhookSecretRotated,
  WebhookPaused,
  WebhookResumed,
  WebhookReplayed,
  WebhookRemoved,
] as const;
