import { z } from 'zod';
import { defineEvent, type EventOf } from './define.ts';
import { id } from './types.ts';

/** Keys by which other programs call the school. The secret of a key is never an event: the vault has its hash. */

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
});
export const ApiKeyChanged = defineEvent('ApiKeyChanged', {
  category: 'apikeys',
  schema: z.object(given),
  summary: 'Un administrador cambió el nombre, los permisos, el ritmo o el vencimiento de una clave.',
});
export const ApiKeyRotated = defineEvent('ApiKeyRotated', {
  category: 'apikeys',
  /** The secret before is good until `previousUntil` (ISO UTC). Whoever rotates a key answers for it from then on. */
  schema: z.object({ keyId, secretId, previousUntil: z.iso.datetime(), ownerId: id }),
  summary: 'Un administrador cambió el secreto de una clave; el anterior sirve un tiempo más.',
});
export const ApiKeyRevoked = defineEvent('ApiKeyRevoked', {
  category: 'apikeys',
  schema: z.object({ keyId }),
  summary: 'Un administrador revocó una clave: dejó de servir al momento.',
});

export const apiKeyEvents = [ApiKeyMade, ApiKeyChanged, ApiKeyRotated, ApiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
