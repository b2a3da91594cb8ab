import { z } from 'zod';
import { KEY_RATE, MOST_OF_KEY_NAME, OVERLAPS } from './choices.ts';
import { messageAnswer, numeric, optionalText } from './common.ts';
import { allKeyScopes } from './policy.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Integraciones';

const apiKeyRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  /** How it begins: by it one finds it in the settings of the other program. */
  inicio: z.string(),
  permisos: z.array(z.enum(allKeyScopes)),
  por_segundo: z.number(),
  estado: z.enum(['vigente', 'vencida', 'sin-responsable', 'revocada']),
  /** The last day on which it is good, of the school's calendar. */
  vence: z.string().nullable(),
  responsable: z.object({ id: z.number(), nombre: z.string() }),
  creada: z.string(),
  rotada: z.string().nullable(),
  /** Until when its secret before is good. */
  anterior_hasta: z.string().nullable(),
  /** To within a few minutes. */
  usada: z.string().nullable(),
  revocada: z.string().nullable(),
});
export type ApiKeyRecord = z.output<typeof apiKeyRecord>;

/** What whoever makes or changes a key says of it. */
export const apiKeyBody = z.object({
  nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME'),
  permisos: z.array(z.enum(allKeyScopes)).min(1, 'REQUIRED_FIELDS').max(allKeyScopes.length),
  por_segundo: numeric(z.number().int().min(KEY_RATE.least).max(KEY_RATE.most)).default(KEY_RATE.usual),
  /** The last day on which it is good, of the school's calendar; null: it does not end by itself. */
  vence: z.iso.date().nullable(),
});
const keyParam = z.object({ clave: z.string().max(40) });
const shown = z.object({ message: z.string(), id: z.string(), clave: z.string() });
const refusals = ['REQUIRED_FIELDS', 'SEGMENT_NAME', 'EXPIRY_PAST'] as const;
const fieldErrors = { SEGMENT_NAME: 'nombre', EXPIRY_PAST: 'vence' } as const;

/** Keys by which other programs call the school. */
export const apiKeyCalls = {
  listApiKeys: route({
    id: 'listApiKeys',
    method: 'GET',
    path: '/api/claves',
    tag,
    summary: 'The keys of integrations: what each may do, whose it is, when it was last used; those revoked last come at the end',
    policy: 'integrations.manage',
    live: { follows: { claves: true } },
    answer: z.array(apiKeyRecord),
  }),
  makeApiKey: route({
    id: 'makeApiKey',
    method: 'POST',
    path: '/api/claves',
    tag,
    summary: 'Make a key; the answer alone has it, and nobody can read it again',
    policy: 'integrations.manage',
    body: apiKeyBody,
    status: 201,
    answer: shown,
    errors: [...refusals, 'TOO_MANY_ITEMS', 'PROOF_REQUIRED'],
    fieldErrors,
  }),
  changeApiKey: route({
    id: 'changeApiKey',
    method: 'PUT',
    path: '/api/claves/:clave',
    tag,
    summary: 'Change name, scopes, rate or last day of a key; it holds from the next call on',
    policy: 'integrations.manage',
    params: keyParam,
    body: apiKeyBody,
    answer: messageAnswer,
    errors: [...refusals, 'API_KEY_NOT_FOUND', 'PROOF_REQUIRED'],
    fieldErrors,
  }),
  rotateApiKey: route({
    id: 'rotateApiKey',
    method: 'POST',
    path: '/api/claves/:clave/rotar',
    tag,
    summary: 'Give a key another secret; the one before is good for some hours more. Whoever rotates it answers for it from then on',
    policy: 'integrations.manage',
    params: keyParam,
    body: z.object({
      horas: numeric(z.number().int()).refine((hours) => (OVERLAPS as readonly number[]).includes(hours), 'MALFORMED'),
    }),
    answer: shown,
    errors: ['API_KEY_NOT_FOUND', 'PROOF_REQUIRED'],
  }),
  revokeApiKey: route({
    id: 'revokeApiKey',
    method: 'POST',
    path: '/api/claves/:clave/revocar',
    tag,
    summary: 'Revoke a key for good: the next call with it is refused',
    policy: 'integrations.manage',
    params: keyParam,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['API_KEY_NOT_FOUND'],
  }),
} as const;
