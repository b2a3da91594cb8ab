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
  /** The beginning of the key, by which its owner finds it in the settings of the other program. */
  inicio: z.string(),
  permisos: z.array(z.enum(allKeyScopes)),
  por_segundo: z.number(),
  estado: z.enum(['vigente', 'vencida', 'sin-responsable', 'revocada']),
  /** The last day on which it is valid, in the school's calendar. */
  vence: z.string().nullable(),
  responsable: z.object({ id: z.number(), nombre: z.string() }),
  creada: z.string(),
  rotada: z.string().nullable(),
  /** Until when the previous secret is valid. */
  anterior_hasta: z.string().nullable(),
  /** When it was last used, to within a few minutes. */
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

const webhookRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  /** The server's name; the rest of the address is not shown again. */
  servidor: z.string(),
  formato: z.enum(['eventos', 'xapi']),
  /** Event types; null: all of the catalogue. */
  tipos: z.array(z.string()).nullable(),
  estado: z.enum(['activo', 'detenido', 'sin-respuesta', 'dado-de-baja']),
  desde: z.string(),
  detenido: z.string().nullable(),
  /** Until when messages are signed with the previous secret too. */
  anterior_hasta: z.string().nullable(),
  /** How many deliveries are tried again; later events wait in the log. */
  esperando: z.number(),
  ultimo: z.object({ fecha: z.string(), llego: z.boolean() }).nullable(),
});
export type WebhookRecord = z.output<typeof webhookRecord>;
const deliveryRecord = z.object({
  /** The position of its event in the log, by which it is sent again. */
  posicion: z.string(),
  tipo: z.string(),
  evento: z.string(),
  fecha: z.string(),
  intento: z.number(),
  resultado: z.enum(['llego', 'se-reintenta', 'no-llego', 'ilegible']),
  estado: z.number().nullable(),
  falla: z.enum(['direccion', 'tiempo', 'nombre', 'conexion']).nullable(),
  milisegundos: z.number(),
  /** The beginning of what the other program answered. */
  respuesta: z.string(),
});
export type DeliveryRecord = z.output<typeof deliveryRecord>;

const outgoingRecord = z.object({
  tipo: z.string(),
  resumen: z.string(),
  categoria: z.object({ es: z.string(), en: z.string() }),
  /** JSON Schema of `data`. */
  esquema: z.record(z.string(), z.unknown()),
  /** As a statement of xAPI: its verbs and the kind of its activity, by their addresses; null: it is none. */
  xapi: z.object({ verbos: z.array(z.string()), actividad: z.string() }).nullable(),
});
export type OutgoingRecord = z.output<typeof outgoingRecord>;

const MOST_OF_ADDRESS = 2_000;
const eventTypes = z.array(z.string().min(1).max(100)).min(1, 'REQUIRED_FIELDS').max(300).nullable();
const webhookName = z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME');
const webhookParam = z.object({ webhook: z.string().max(40) });
const webhookRefusals = ['REQUIRED_FIELDS', 'SEGMENT_NAME', 'WEBHOOK_ADDRESS', 'EVENT_TYPE_UNKNOWN'] as const;
const webhookFields = { SEGMENT_NAME: 'nombre', WEBHOOK_ADDRESS: 'direccion', EVENT_TYPE_UNKNOWN: 'tipos' } as const;
const overlap = numeric(z.number().int()).refine((hours) => (OVERLAPS as readonly number[]).includes(hours), 'MALFORMED');
/** An act on one webhook, with a reason. */
const act = <const Id extends string>(id: Id, verb: string, summary: string) =>
  route({
    ...{ id, method: 'POST', path: `/api/webhooks/:webhook/${verb}`, tag, summary, policy: 'integrations.manage' },
    params: webhookParam,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['WEBHOOK_NOT_FOUND'],
  });

/** Where the school tells other programs what happened, by Standard Webhooks. */
export const webhookCalls = {
  listWebhooks: route({
    id: 'listWebhooks',
    method: 'GET',
    path: '/api/webhooks',
    tag,
    summary: 'The webhooks: where each goes, of what it tells, whether it arrives; and whether this school sends any',
    policy: 'integrations.manage',
    live: { follows: { webhooks: true } },
    answer: z.object({ envia: z.boolean(), webhooks: z.array(webhookRecord) }),
  }),
  webhookCatalogue: route({
    id: 'webhookCatalogue',
    method: 'GET',
    path: '/api/webhooks/catalogo',
    tag,
    summary: 'The events that other programs can be told of, made from the registry, with the JSON Schema of each',
    policy: 'integrations.manage',
    live: { still: 'it is of the release' },
    answer: z.array(outgoingRecord),
  }),
  registerWebhook: route({
    id: 'registerWebhook',
    method: 'POST',
    path: '/api/webhooks',
    tag,
    summary: 'Register where to tell what happens from now on; the answer alone has what messages are signed with',
    policy: 'integrations.manage',
    body: z.object({
      nombre: webhookName,
      direccion: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_ADDRESS),
      /** `xapi`: to the statements of a learning record store. */
      formato: z.enum(['eventos', 'xapi']).default('eventos'),
      /** Event types; null: all of the catalogue, also what a later release adds. */
      tipos: eventTypes,
      /** Sent as `Authorization`, for receivers that know no signature. */
      autorizacion: optionalText(500),
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string(), secreto: z.string() }),
    errors: [...webhookRefusals, 'TOO_MANY_ITEMS', 'PROOF_REQUIRED'],
    fieldErrors: webhookFields,
  }),
  changeWebhook: route({
    id: 'changeWebhook',
    method: 'PUT',
    path: '/api/webhooks/:webhook',
    tag,
    summary: 'Change name, events or address of a webhook; without an address it stays where it is',
    policy: 'integrations.manage',
    params: webhookParam,
    body: z.object({
      nombre: webhookName,
      tipos: eventTypes,
      direccion: optionalText(MOST_OF_ADDRESS),
      /** Only together with an address, to which it belongs. */
      autorizacion: optionalText(500),
    }),
    answer: messageAnswer,
    errors: [...webhookRefusals, 'WEBHOOK_NOT_FOUND', 'PROOF_REQUIRED'],
    fieldErrors: webhookFields,
  }),
  rotateWebhookSecret: route({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/api/webhooks/:webhook/secreto',
    tag,
    summary: 'Sign with another secret; for some hours more with the one before too',
    policy: 'integrations.manage',
    params: webhookParam,
    body: z.object({ horas: overlap }),
    answer: z.object({ message: z.string(), secreto: z.string() }),
    errors: ['WEBHOOK_NOT_FOUND', 'PROOF_REQUIRED'],
  }),
  testWebhook: route({
    id: 'testWebhook',
    method: 'POST',
    path: '/api/webhooks/:webhook/probar',
    tag,
    summary: 'Send a message of the type Ping now, and say what came back',
    policy: 'integrations.manage',
    params: webhookParam,
    answer: deliveryRecord.pick({ estado: true, falla: true, milisegundos: true, respuesta: true }).extend({ llego: z.boolean() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOKS_OFF'],
  }),
  pauseWebhook: act('pauseWebhook', 'detener', 'Pause a webhook: what happens waits in the log'),
  resumeWebhook: act('resumeWebhook', 'reanudar', 'Let a webhook go on where it stopped'),
  removeWebhook: act('removeWebhook', 'quitar', 'Remove a webhook for good'),
  replayWebhook: route({
    id: 'replayWebhook',
    method: 'POST',
    path: '/api/webhooks/:webhook/repetir',
    tag,
    summary: 'Send again, with the same ids, what happened after a position of the log or since a day, and go on from there',
    policy: 'integrations.manage',
    params: webhookParam,
    body: z
      .object({
        /** A position of the log. */
        despues: z.string().max(60).optional(),
        /** The first day, of the school's calendar. */
        desde: z.iso.date().optional(),
        motivo: optionalText(500),
      })
      .refine(({ despues, desde }) => (despues === undefined) !== (desde === undefined), 'MALFORMED'),
    answer: messageAnswer,
    errors: ['WEBHOOK_NOT_FOUND', 'POSITION_INVALID', 'WEBHOOK_PAUSED'],
  }),
  listDeliveries: route({
    id: 'listDeliveries',
    method: 'GET',
    path: '/api/webhooks/:webhook/envios',
    tag,
    summary: 'The last attempts of a webhook, newest first, and what waits for another one',
    policy: 'integrations.manage',
    params: webhookParam,
    live: { still: 'attempts are no events: the page asks again by itself' },
    answer: z.object({
      envios: z.array(deliveryRecord),
      esperando: z.array(z.object({ posicion: z.string(), tipo: z.string(), evento: z.string(), intentos: z.number(), fecha: z.string() })),
    }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  getDelivery: route({
    id: 'getDelivery',
    method: 'GET',
    path: '/api/webhooks/:webhook/envios/:posicion',
    tag,
    summary: 'A message as it is sent: its id and its body',
    policy: 'integrations.manage',
    params: webhookParam.extend({ posicion: z.string().max(60) }),
    live: { still: 'what was sent does not change' },
    answer: z.object({ id: z.string(), cuerpo: z.unknown() }),
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  }),
  resendDelivery: route({
    id: 'resendDelivery',
    method: 'POST',
    path: '/api/webhooks/:webhook/envios/:posicion/repetir',
    tag,
    summary: 'Send one message again, with the same id',
    policy: 'integrations.manage',
    params: webhookParam.extend({ posicion: z.string().max(60) }),
    answer: messageAnswer,
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_PAUSED', 'WEBHOOK_HAND_FULL'],
  }),
} as const;
