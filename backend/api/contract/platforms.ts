import { z } from 'zod';
import { MOST_OF_KEY_NAME } from './choices.ts';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Integraciones';

const platformRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  emisor: z.string(),
  cliente: z.string(),
  implementaciones: z.array(z.string()),
  autorizacion: z.string(),
  llaves: z.string(),
  dominios: z.array(z.string()),
  crea_cuentas: z.boolean(),
  /** A scholarship code; null: none. */
  beca: z.string().nullable(),
  estado: z.enum(['activa', 'detenida']),
  desde: z.string(),
  /** When somebody last came from there; null: nobody yet. */
  ultima: z.string().nullable(),
});
export type PlatformRecord = z.output<typeof platformRecord>;

const address = z.string().trim().min(1, 'REQUIRED_FIELDS').max(2_000);
const platformTerms = z.object({
  nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME'),
  /** The ids that the platform gave to its places for the school. */
  implementaciones: z.array(z.string().trim().min(1).max(255)).min(1, 'REQUIRED_FIELDS').max(50),
  autorizacion: address,
  llaves: address,
  /** Of the mail addresses that it vouches for. */
  dominios: z.array(z.string().trim().min(1).max(253)).min(1, 'REQUIRED_FIELDS').max(20),
  crea_cuentas: z.boolean(),
  beca: optionalText(100),
});
export type PlatformTerms = z.output<typeof platformTerms>;
const platformParam = z.object({ plataforma: z.string().max(40) });
const refusals = [
  'REQUIRED_FIELDS',
  'SEGMENT_NAME',
  'PLATFORM_ADDRESS',
  'COMPANY_DOMAIN',
  'COMPANY_DOMAIN_PUBLIC',
  'SCHOLARSHIP_CODE_NOT_FOUND',
] as const;
const fieldErrors = {
  SEGMENT_NAME: 'nombre',
  COMPANY_DOMAIN: 'dominios',
  COMPANY_DOMAIN_PUBLIC: 'dominios',
  SCHOLARSHIP_CODE_NOT_FOUND: 'beca',
} as const;
/** An act on one platform, with a reason. */
const act = <const Id extends string>(id: Id, verb: string, summary: string) =>
  route({
    ...{ id, method: 'POST', path: `/api/plataformas/:plataforma/${verb}`, tag, summary, policy: 'integrations.manage' },
    params: platformParam,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['PLATFORM_NOT_FOUND'],
  });

/** Learning platforms that open courses of the school by LTI 1.3. */
export const platformCalls = {
  listPlatforms: route({
    id: 'listPlatforms',
    method: 'GET',
    path: '/api/plataformas',
    tag,
    summary: 'The learning platforms that open courses by LTI 1.3, and the addresses of the school that are put into them',
    policy: 'integrations.manage',
    live: { follows: { plataformas: true } },
    answer: z.object({
      direcciones: z.object({ inicio: z.string(), entrada: z.string() }),
      plataformas: z.array(platformRecord),
    }),
  }),
  registerPlatform: route({
    id: 'registerPlatform',
    method: 'POST',
    path: '/api/plataformas',
    tag,
    summary: 'Register a learning platform: people come from there from now on',
    policy: 'integrations.manage',
    body: platformTerms.extend({
      emisor: z.string().trim().min(1, 'REQUIRED_FIELDS').max(500),
      cliente: z.string().trim().min(1, 'REQUIRED_FIELDS').max(255),
    }),
    status: 201,
    answer: messageAnswer.extend({ id: z.string() }),
    errors: [...refusals, 'PLATFORM_TAKEN', 'TOO_MANY_ITEMS', 'PROOF_REQUIRED'],
    fieldErrors: { ...fieldErrors, PLATFORM_TAKEN: 'cliente' },
  }),
  changePlatform: route({
    id: 'changePlatform',
    method: 'PUT',
    path: '/api/plataformas/:plataforma',
    tag,
    summary: 'Change a platform; who it is, and who the school is there, stays',
    policy: 'integrations.manage',
    params: platformParam,
    body: platformTerms,
    answer: messageAnswer,
    errors: [...refusals, 'PLATFORM_NOT_FOUND', 'PROOF_REQUIRED'],
    fieldErrors,
  }),
  pausePlatform: act('pausePlatform', 'detener', 'Pause a platform: nobody comes from there'),
  resumePlatform: act('resumePlatform', 'reanudar', 'Let people come from a platform again'),
  removePlatform: act('removePlatform', 'quitar', 'Remove a platform; accounts and courses stay'),
} as const;

/** What somebody does who came from a platform and has an account that is not linked with it. */
export const ltiCalls = {
  pendingPlatformLink: route({
    id: 'pendingPlatformLink',
    method: 'GET',
    path: '/api/lti/enlace',
    tag,
    summary: 'The platform from which this browser just came, for linking it with an account',
    policy: 'signedIn',
    live: { still: 'it is of one launch' },
    answer: z.object({ plataforma: z.string() }),
    errors: ['LTI_LINK_OVER'],
  }),
  linkPlatform: route({
    id: 'linkPlatform',
    method: 'POST',
    path: '/api/lti/enlace',
    tag,
    summary: 'Link the account of who is signed in with the platform from which this browser just came',
    policy: 'signedIn',
    account: true,
    /** `destino`: a path of the school, where the launch was going; null: nowhere in particular. */
    answer: messageAnswer.extend({ destino: z.string().nullable() }),
    errors: ['LTI_LINK_OVER', 'IDENTITY_TAKEN', 'COMPANY_LINKED', 'PROOF_REQUIRED'],
  }),
} as const;
